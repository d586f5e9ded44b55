import { CAREER_STATUSES } from '#domain/career-status.ts';
import { CONTACT_KINDS } from '#domain/contacts.ts';
import type { Reader } from '#i18n/reader.ts';
import type { TextKey } from '#i18n/text-keys.ts';
import { DATE_TEXTS, PRESET_TEXTS } from '#components/ui/date/texts.ts';
import { SELECT_TEXTS } from '#components/ui/select/texts.ts';

/** What a card of somebody in the team says, on a page of its own and over the list. */
export const CARD_TEXTS = [
  ...CAREER_STATUSES.map((status) => `common:career_status.${status}` as const),
  ...CONTACT_KINDS.map((kind) => `profile:contacts.${kind}` as const),
  'common:active',
  'common:former_member',
  'common:not_active',
  'team:chips.line',
  'team:columns.in_team',
  'team:columns.line',
  'team:columns.real_estate',
  'team:member.contacts',
  'team:member.contacts_hidden',
  'team:member.registered',
  'team:missing.licence',
  'team:missing.licence_expired',
  'team:missing.licence_full',
  'team:missing.title',
  'team:path.left_out',
  'team:path.me',
  'team:path.title',
  'team:title',
  'team:why.by_inviter',
  'team:why.by_me',
  'team:why.title',
  'team:why.unknown',
] as const satisfies readonly TextKey[];

export type CardText = (typeof CARD_TEXTS)[number];

/** What the page of the team says. */
export const TEXTS = [
  ...CARD_TEXTS,
  ...DATE_TEXTS,
  ...PRESET_TEXTS,
  ...SELECT_TEXTS,
  'common:close',
  'common:frame.copied',
  'common:frame.copy_by_hand',
  'common:frame.loading',
  'common:nothing_here',
  'team:chips.from',
  'team:chips.label',
  'team:chips.remove',
  'team:chips.search',
  'team:chips.to',
  'team:columns.info',
  'team:columns.user',
  'team:filters.active',
  'team:filters.any',
  'team:filters.apply',
  'team:filters.drop',
  'team:filters.from',
  'team:filters.line',
  'team:filters.real_estate',
  'team:filters.registered',
  'team:filters.search',
  'team:filters.search_hint',
  'team:filters.status',
  'team:filters.title',
  'team:filters.to',
  'team:filters.with_real_estate',
  'team:filters.without_real_estate',
  'team:growth.by_day',
  'team:growth.day',
  'team:growth.most',
  'team:growth.registrations',
  'team:growth.title',
  'team:growth.views',
  'team:invite.close',
  'team:invite.copy',
  'team:invite.qr',
  'team:invite.qr_image',
  'team:invite.qr_open',
  'team:invite.share',
  'team:invite.title',
  'team:list.again',
  'team:list.broken',
  'team:list.empty',
  'team:list.first_page',
  'team:list.found',
  'team:list.show_more',
  'team:list.shown',
  'team:list.since',
  'team:list.title',
  'team:list.unknown_sort',
  'team:member.broken',
  'team:member.next',
  'team:member.previous',
  'team:sort.label',
  'team:sort.line',
  'team:sort.newest',
  'team:sort.oldest',
  'team:totals.all',
  'team:totals.first_line',
  'team:totals.inactive_first_line',
  'team:totals.label',
  'team:totals.registrations_month',
  'team:totals.registrations_today',
  'team:totals.registrations_week',
  'team:totals.total_views',
  'team:totals.whole_team',
] as const satisfies readonly TextKey[];

export type Text = (typeof TEXTS)[number];

export type TeamReader = Reader<Text>;

/** Who reads somebody's card, which also stands on a page of its own. */
export type CardReader = Reader<CardText>;
