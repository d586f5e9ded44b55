import type { APIRoute } from 'astro';
import { path } from '#domain/paths.ts';
import { inLanguage, samePath } from '#domain/return-address.ts';

/** The middleware has stored the choice. */
export const POST: APIRoute = async ({ request, redirect, locals: { language } }) => {
  const form = await request.formData().catch(() => new FormData());
  const back = samePath(String(form.get('back'))) ?? path(language, 'profile');
  return redirect(inLanguage(back, language), 303);
};

export const GET: APIRoute = ({ redirect, locals }) => redirect(path(locals.language, 'profile'), 302);
