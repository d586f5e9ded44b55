import type { WholePost } from '#contracts/feed.ts';
import type { Site } from '#contracts/page-context.ts';
import type { CalendarEvent } from '#domain/calendar-file.ts';
import { endOf } from '#domain/feed.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import type { Translate } from '#i18n/translator.ts';

type EventContext = { site: Site; language: Language; t: Translate };

export function calendarMaker({ productName }: Site): string {
  return `${productName}//Feed`;
}

/** Links to the post: the link to join exists only near the start. */
export function calendarEvents(post: WholePost, { site, language, t }: EventContext): CalendarEvent[] {
  const { id, title, excerpt, webinar, changed_at: changedAt, sequence } = post;
  if (!webinar) return [];
  const startsAt = new Date(webinar.starts_at);
  const url = `${site.origin}${path(language, 'post', { id })}`;
  return [
    {
      uid: `${id}@${new URL(site.origin).hostname}`,
      sequence,
      changedAt: new Date(changedAt),
      startsAt,
      endsAt: endOf({ startsAt, minutes: webinar.minutes }),
      title,
      description: [`${t('feed:webinar.speaker')}: ${webinar.speaker}`, excerpt, url].join('\n\n'),
      url,
    },
  ];
}
