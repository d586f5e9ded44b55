import type { OutputOf } from '#contracts/contract.ts';
import type { getPost, Post } from '#contracts/feed.ts';
import { canJoin, joinInSeconds, webinarState } from '#domain/feed.ts';
import type { FoundPost } from './queries.ts';

export function presentPost(post: FoundPost, now: Date): Post {
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
    webinar: post.webinar && presentWebinar(post.webinar, now),
  };
}

export function presentWholePost(post: FoundPost, now: Date): OutputOf<typeof getPost> {
  return {
    ...presentPost(post, now),
    html: post.html,
    join_in_seconds: post.webinar?.joinUrl ? joinInSeconds(post.webinar, now) : null,
    changed_at: post.changedAt.toISOString(),
    sequence: post.sequence,
  };
}

function presentWebinar(webinar: NonNullable<FoundPost['webinar']>, now: Date): Post['webinar'] {
  const state = webinarState(webinar, now);
  return {
    state,
    starts_at: webinar.startsAt.toISOString(),
    minutes: webinar.minutes,
    speaker: webinar.speaker,
    join_url: canJoin(webinar, now) ? webinar.joinUrl : null,
    recording_url: state === 'past' ? webinar.recordingUrl : null,
  };
}
