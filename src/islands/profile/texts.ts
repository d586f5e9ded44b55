import { CAREER_STATUSES } from '#domain/career-status.ts';
import type { TextKey } from '#i18n/text-keys.ts';
import { WEBINAR_TEXTS } from '../webinar-texts.ts';

/** What a profile says. */
export const TEXTS = [
  ...CAREER_STATUSES.map((status) => `common:career_status.${status}` as const),
  ...WEBINAR_TEXTS,
  'common:active',
  'common:former_member',
  'common:not_active',
  'common:nothing_here',
  'common:user',
  'profile:career_status',
  'profile:contacts.other',
  'profile:contacts.phone',
  'profile:contacts.telegram',
  'profile:copy_link',
  'profile:feed.empty',
  'profile:feed.open',
  'profile:feed.title',
  'profile:inviter.empty',
  'profile:inviter.joined_by',
  'profile:inviter.title',
  'profile:open_site',
  'profile:rank_note',
  'profile:registrations.empty',
  'profile:registrations.title',
  'profile:registrations.whole_team',
  'profile:since',
] as const satisfies readonly TextKey[];

export type Text = (typeof TEXTS)[number];
