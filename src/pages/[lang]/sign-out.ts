import type { APIRoute } from 'astro';
import { path } from '#domain/paths.ts';

export const POST: APIRoute = async ({ redirect, locals }) => {
  await locals.closeSession();
  return redirect(path(locals.language, 'signIn'), 303);
};

export const GET: APIRoute = ({ redirect, locals }) => redirect(path(locals.language, 'profile'), 302);
