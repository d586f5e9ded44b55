import type { APIRoute } from 'astro';
import { getPost } from '#contracts/feed.ts';
import { calendarFile } from '#domain/calendar-file.ts';
import { endOf } from '#domain/feed.ts';
import { path } from '#domain/paths.ts';

/** A webinar for the reader’s calendar. It leads to the webinar’s page: the link to join is there when it is time. */
export const GET: APIRoute = async ({ locals, params: { id = '' }, redirect }) => {
  const { call, language, site, t } = locals;
  const found = await call(getPost, { id });
  if (!found.success && found.error.status === 401) return redirect(path(language, 'signIn'), 302);
  if (!found.success || !found.data.webinar) {
    return new Response(null, { status: !found.success && found.error.status >= 500 ? 503 : 404 });
  }
  const { title, excerpt, webinar, changed_at: changedAt, sequence } = found.data;
  const startsAt = new Date(webinar.starts_at);
  const url = `${site.origin}${path(language, 'post', { id })}`;
  const file = calendarFile(`${site.productName}//Feed`, {
    uid: `${id}@${new URL(site.origin).hostname}`,
    sequence,
    changedAt: new Date(changedAt),
    startsAt,
    endsAt: endOf({ startsAt, minutes: webinar.minutes }),
    title,
    description: [`${t('feed:webinar.speaker')}: ${webinar.speaker}`, excerpt, url].join('\n\n'),
    url,
  });
  return new Response(file, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="webinar.ics"',
    },
  });
};
