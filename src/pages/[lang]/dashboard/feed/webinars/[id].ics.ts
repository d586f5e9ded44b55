import type { APIRoute } from 'astro';
import { getPost } from '#contracts/feed.ts';
import { calendarFile } from '#domain/calendar-file.ts';
import { path } from '#domain/paths.ts';
import { signInAddress } from '#domain/return-address.ts';
import { calendarEvents, calendarMaker } from '#components/feed/calendar-events.ts';

export const GET: APIRoute = async ({ locals, params: { id = '' }, redirect }) => {
  const { call, closeSession, language, site } = locals;
  const answer = await call(getPost, { id });
  if (!answer.success && answer.error.status === 401) {
    await closeSession();
    return redirect(signInAddress(language, { returnTo: path(language, 'post', { id }), isEnded: true }), 302);
  }
  if (!answer.success || !answer.data.webinar) {
    return new Response(null, { status: !answer.success && answer.error.status >= 500 ? 503 : 404 });
  }
  return new Response(calendarFile(calendarMaker(site), calendarEvents(answer.data, locals)), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="webinar.ics"',
    },
  });
};
