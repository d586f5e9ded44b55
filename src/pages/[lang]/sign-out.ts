import type { APIRoute } from 'astro';
import { isOfOtherPage } from '#contracts/call.ts';
import { getProfile } from '#contracts/profile.ts';
import { path } from '#domain/paths.ts';
import { readForm } from '#islands/shared/read-form.server.ts';
import { respondToRefusal } from '#islands/shared/respond-to-refusal.server.ts';

export const POST: APIRoute = async (context) => {
  const { redirect, locals } = context;
  await readForm(context, []);
  const me = await locals.call(getProfile);
  if (!me.success && isOfOtherPage(me.error)) return respondToRefusal(context, me.error);
  await locals.closeSession();
  const answer = redirect(path(locals.language, 'signIn'), 303);
  // Only storage: see docs/design/sign-in.md.
  answer.headers.set('clear-site-data', '"storage"');
  return answer;
};

export const GET: APIRoute = ({ redirect, locals }) => redirect(path(locals.language, 'profile'), 302);
