import type { OutputOf } from '#contracts/contract.ts';
import type { getPost, Post } from '#contracts/feed.ts';
import { canJoin, joinInSeconds, webinarState } from '#domain/feed.ts';
import type { Language } from '#domain/languages.ts';
import { leafOf, zoneName } from '#i18n/webinar-time.ts';
import type { FoundPost } from './queries.ts';

type Display = { now: Date; language: Language; timeZone: string };

export function presentPost(post: FoundPost, display: Display): Post {
  return {
    id: post.id,
    kind: post.kind,
    category: post.category,
    title: post.title,
    excerpt: post.excerpt,
    language: post.language,
    is_fallback: post.isFallback,
    is_pinned: post.isPinned,
    is_unread: post.isUnread,
    published_at: post.publishedAt.toISOString(),
    webinar: post.webinar && presentWebinar(post.webinar, display),
  };
}

export function presentWholePost(post: FoundPost, display: Display): OutputOf<typeof getPost> {
  return {
    ...presentPost(post, display),
    html: post.html,
    join_in_seconds: post.webinar?.joinUrl ? joinInSeconds(post.webinar, display.now) : null,
    changed_at: post.changedAt.toISOString(),
    sequence: post.sequence,
  };
}

function presentWebinar(
  webinar: NonNullable<FoundPost['webinar']>,
  { now, language, timeZone }: Display,
): Post['webinar'] {
  const state = webinarState(webinar, now);
  return {
    state,
    starts_at: webinar.startsAt.toISOString(),
    local: { ...leafOf(webinar.startsAt, timeZone, language), zone: zoneName(timeZone, language) },
    minutes: webinar.minutes,
    speaker: webinar.speaker,
    join_url: canJoin(webinar, now) ? webinar.joinUrl : null,
    recording_url: state === 'past' ? webinar.recordingUrl : null,
  };
}
