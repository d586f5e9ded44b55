import type { APIRoute } from 'astro';
import { readForm } from '#islands/shared/read-form.server.ts';
import { isOfOtherPage } from '#contracts/call.ts';
import { endStaffSession } from '#contracts/console/session.ts';
import { consolePath } from '#domain/console-paths.ts';
import { answerConsole } from '#islands/console/answer-console.server.ts';

/** If the call fails, the session on the server ends when it expires. */
export const POST: APIRoute = async (context) => {
  const { locals, redirect } = context;
  await readForm(context, []);
  const ended = await locals.call(endStaffSession);
  if (!ended.success && isOfOtherPage(ended.error)) return answerConsole(context, ended.error);
  locals.closeStaffSession();
  return redirect(consolePath('signIn'), 303);
};

export const GET: APIRoute = ({ redirect }) => redirect(consolePath('overview'), 303);
