import type { APIRoute } from 'astro';
import { path } from '#domain/paths.ts';

export const POST: APIRoute = async ({ redirect, locals }) => {
  await locals.closeSession();
  const answer = redirect(path(locals.language, 'signIn'), 303);
  // Decision 0069 says why nothing else.
  answer.headers.set('clear-site-data', '"storage"');
  return answer;
};

export const GET: APIRoute = ({ redirect, locals }) => redirect(path(locals.language, 'profile'), 302);
