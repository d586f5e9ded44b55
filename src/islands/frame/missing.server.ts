import type { AstroGlobal } from 'astro';
import { menuPageAbove } from '#domain/paths.ts';
import { segmentsOf } from '#domain/plain-path.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';

/** Undefined for guests, and where the error comes before the middleware. */
export async function loadMissing(page: AstroGlobal) {
  const { call, pageContext } = page.locals;
  const { cookies, path } = pageContext;
  if (!call || !(cookies.came('access_token') || cookies.came('refresh_token'))) return undefined;
  const me = await readProfile(page);
  return me.success ? { me: me.data, at: menuPageAbove(segmentsOf(path).slice(1)) } : undefined;
}
