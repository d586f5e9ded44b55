import type { APIRoute } from 'astro';
import { agree } from '#contracts/consents.ts';
import { path } from '#domain/paths.ts';
import { samePath, withDone } from '#domain/return-address.ts';
import { OUTDATED } from '#islands/shared/done.server.ts';
import { readForm } from '#islands/shared/read-form.server.ts';
import { respondToRefusal } from '#islands/shared/respond-to-refusal.server.ts';

export const POST: APIRoute = async (context) => {
  const { locals, redirect } = context;
  const form = await readForm(context, ['agreed', 'back']);
  const answer = await locals.call(agree, { agreed: form?.agreed ?? '' });
  const isOutdated = !answer.success && answer.error.code === 'agreement_outdated';
  if (!answer.success && !isOutdated) return respondToRefusal(context, answer.error);
  const back = samePath(form?.back ?? '') ?? path(locals.language, 'profile');
  return redirect(isOutdated ? withDone(back, OUTDATED) : back, 303);
};

export const GET: APIRoute = ({ redirect, locals }) => redirect(path(locals.language, 'profile'), 302);
