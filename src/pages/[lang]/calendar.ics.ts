import type { APIRoute } from 'astro';
import { readCalendar } from '#contracts/feed.ts';
import { calendarFile } from '#domain/calendar-file.ts';
import { calendarEvents, calendarMaker } from '#components/feed/calendar-events.ts';

/** The key is in the query, because queries are not logged. */
export const GET: APIRoute = async ({ locals, url }) => {
  const { call, site, t } = locals;
  const answer = await call(readCalendar, { key: url.searchParams.get('key') ?? '' });
  if (!answer.success) {
    const { status, retryAfterSeconds } = answer.error;
    const headers = retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {};
    return new Response(null, { status: status === 422 ? 404 : status, headers });
  }
  const events = answer.data.items.flatMap((post) => calendarEvents(post, locals));
  const name = `${site.productName}: ${t('feed:webinars')}`;
  return new Response(calendarFile(calendarMaker(site), events, name), {
    headers: { 'content-type': 'text/calendar; charset=utf-8' },
  });
};
