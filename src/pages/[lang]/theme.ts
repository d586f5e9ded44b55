import type { APIRoute } from 'astro';
import { path } from '#domain/paths.ts';
import { readTheme } from '#domain/theme.ts';

/** The theme switch without JavaScript: keeps the choice and goes back to where it was made. */
export const POST: APIRoute = async ({ request, redirect, locals }) => {
  const form = await request.formData().catch(() => new FormData());
  locals.pageContext.cookies.set('theme', readTheme(String(form.get('theme'))));
  return redirect(samePath(String(form.get('back'))) ?? path(locals.language, 'signIn'), 303);
};

export const GET: APIRoute = ({ redirect, locals }) => redirect(path(locals.language, 'signIn'), 302);

/** A path on this host; anything that could lead elsewhere is nothing. */
function samePath(back: string): string | undefined {
  const here = 'http://here.invalid';
  const url = URL.canParse(back, here) ? new URL(back, here) : undefined;
  const isHere = back.startsWith('/') && url?.origin === here && !url.pathname.startsWith('//');
  return isHere ? url.pathname + url.search : undefined;
}
