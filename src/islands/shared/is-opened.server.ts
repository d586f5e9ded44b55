import type { APIContext } from 'astro';

/** False for prefetch and prerender, which must not mark anything as read. */
export function isOpened({ request, locals }: Pick<APIContext, 'request' | 'locals'>): boolean {
  return request.method === 'GET' && !locals.pageContext.isLookedAhead;
}
