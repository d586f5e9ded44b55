import type { Language } from '#domain/languages.ts';
import type { Say } from '#i18n/island-texts.ts';
import type { TextKey } from '#i18n/text-keys.ts';

/** What stands around every page, whoever reads it. */
export const GUEST_TEXTS = [
  'common:close',
  'common:frame.dark_theme',
  'common:frame.language',
  'common:frame.language_menu',
] as const satisfies readonly TextKey[];

export type GuestText = (typeof GUEST_TEXTS)[number];

/** What stands around every page of a member. */
export const TEXTS = [
  ...GUEST_TEXTS,
  'common:menu.close',
  'common:menu.dreamx',
  'common:menu.fast_money',
  'common:menu.feed',
  'common:menu.finance',
  'common:menu.fold',
  'common:menu.label',
  'common:menu.licenses',
  'common:menu.open',
  'common:menu.profile',
  'common:menu.settings',
  'common:menu.sign_out',
  'common:menu.support',
  'common:menu.team',
  'common:menu.turbo',
  'common:user',
  'feed:unread_posts',
  'notices:button',
  'notices:button_over',
  'notices:all_read',
  'notices:button_unread',
  'notices:empty',
  'notices:mark_all',
  'notices:see_all',
  'notices:title',
  'notices:unread',
  'common:line_broken',
  'common:outdated.open',
  'team:list.broken',
] as const satisfies readonly TextKey[];

export type Text = (typeof TEXTS)[number];

/** Who reads the frame, and where. */
export type GuestReader = {
  t: Say<GuestText>;
  language: Language;
  productName: string;
  /** The address of the page, as whatever leads back to it says it. */
  here: string;
  /** The form that goes along when the language is changed. */
  keepForm: string | undefined;
  /** The account of a member's page. */
  owner?: string | undefined;
};

/** The same for a member, whose frame says more. */
export type Reader = Omit<GuestReader, 't' | 'owner'> & { t: Say<Text>; timeZone: string; owner: string | undefined };
