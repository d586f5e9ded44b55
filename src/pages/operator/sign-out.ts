import type { APIRoute } from 'astro';
import { endStaffSession } from '#contracts/console/session.ts';
import { consolePath } from '#domain/console-paths.ts';

/** Ends the session here and on the server; a line that breaks leaves it to end by itself. */
export const POST: APIRoute = async ({ locals, redirect }) => {
  await locals.call(endStaffSession);
  locals.setStaffSession(undefined);
  return redirect(consolePath('signIn'), 303);
};

export const GET: APIRoute = ({ redirect }) => redirect(consolePath('overview'), 303);
