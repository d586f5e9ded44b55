import type { TextKey } from '#i18n/text-keys.ts';

/** What is said where a post or a webinar is shown, on whichever page. */
export const SHARE_TEXTS = [
  'common:frame.copied',
  'common:frame.copy_by_hand',
  'feed:share.button',
  'feed:share.copy',
  'feed:share.device',
  'feed:share.email',
] as const satisfies readonly TextKey[];

export const WEBINAR_TEXTS = [
  ...SHARE_TEXTS,
  'feed:unread',
  'feed:webinar.at',
  'feed:webinar.details',
  'feed:webinar.open',
  'feed:webinar.recording',
  'feed:webinar.state.live',
  'feed:webinar.state.past',
  'feed:webinar.state.soon',
  'feed:webinar.to_calendar',
  'feed:webinar.your_time',
] as const satisfies readonly TextKey[];

export type ShareText = (typeof SHARE_TEXTS)[number];
export type WebinarText = (typeof WEBINAR_TEXTS)[number];
