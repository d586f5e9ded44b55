import type { APIContext } from 'astro';

/** Whether somebody has the page before them, and so reads what it shows: a browser that only looks ahead does not. */
export function isOpened({ request, locals }: Pick<APIContext, 'request' | 'locals'>): boolean {
  return request.method === 'GET' && !locals.pageContext.isLookedAhead;
}
