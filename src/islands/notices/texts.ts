import type { TextKey } from '#i18n/text-keys.ts';

export const TEXTS = [
  'common:line_broken',
  'common:nothing_here',
  'finance:history.newest',
  'finance:history.show_more',
  'notices:all_read',
  'notices:choose',
  'notices:empty',
  'notices:mark_all',
  'notices:title',
  'notices:unread',
  'team:list.broken',
] as const satisfies readonly TextKey[];

export type Text = (typeof TEXTS)[number];
