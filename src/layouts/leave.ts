import type { AstroGlobal } from 'astro';
import type { Refusal } from '#contracts/call.ts';
import { path } from '#domain/paths.ts';

/** Where a page goes when the server said no to what it can't do without. */
export async function leave(context: AstroGlobal, refusal: Refusal): Promise<Response> {
  const { locals } = context;
  if (refusal.status === 401) {
    await locals.closeSession();
    return context.redirect(path(locals.language, 'signIn'));
  }
  if (refusal.status === 404) return new Response(null, { status: 404 });
  locals.refusal = refusal;
  return context.rewrite('/500');
}
