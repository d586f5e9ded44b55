import type { TextKey } from '#i18n/text-keys.ts';
import { WEBINAR_TEXTS } from '../webinar-texts.ts';

/** What the lists of the feed say. */
export const TEXTS = [
  ...WEBINAR_TEXTS,
  'common:keep',
  'common:line_broken',
  'common:nothing_here',
  'feed:all_read',
  'feed:calendar.ask',
  'feed:calendar.done',
  'feed:calendar.make',
  'feed:calendar.renew',
  'feed:calendar.renew_hint',
  'feed:calendar.subscribe',
  'feed:calendar.text',
  'feed:calendar.title',
  'feed:category.events',
  'feed:category.finance',
  'feed:category.languages',
  'feed:category.other',
  'feed:category.places',
  'feed:category.product',
  'feed:empty_news',
  'feed:empty_webinars',
  'feed:first_page',
  'feed:mark_all',
  'feed:mark_unread',
  'feed:news',
  'feed:pinned',
  'feed:read',
  'feed:show_more',
  'feed:title',
  'feed:unread_over',
  'feed:unread_posts',
  'feed:webinar.upcoming',
  'feed:webinars',
  'team:list.broken',
] as const satisfies readonly TextKey[];

export type Text = (typeof TEXTS)[number];
