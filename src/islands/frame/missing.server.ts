import type { AstroGlobal } from 'astro';
import { menuPageAbove } from '#domain/paths.ts';
import { segmentsOf } from '#domain/plain-path.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';

/** Undefined for guests, and where the error comes before the middleware. */
export async function loadMissing(page: AstroGlobal) {
  const { hasSession, pageContext } = page.locals;
  if (!hasSession) return undefined;
  const me = await readProfile(page);
  return me.success ? { me: me.data, at: menuPageAbove(segmentsOf(pageContext.path).slice(1)) } : undefined;
}
