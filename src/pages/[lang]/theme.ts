import type { APIRoute } from 'astro';
import { path } from '#domain/paths.ts';
import { samePath } from '#domain/return-address.ts';
import { readTheme } from '#domain/theme.ts';

export const POST: APIRoute = async ({ request, redirect, locals }) => {
  const form = await request.formData().catch(() => new FormData());
  locals.pageContext.cookies.set('theme', readTheme(String(form.get('theme'))));
  return redirect(samePath(String(form.get('back'))) ?? path(locals.language, 'signIn'), 303);
};

export const GET: APIRoute = ({ redirect, locals }) => redirect(path(locals.language, 'signIn'), 302);
