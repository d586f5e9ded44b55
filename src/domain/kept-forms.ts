import { WANTED_EMAILS } from './notices.ts';

/**
 * Forms that come back filled after a session has ended, by their page, and what of them is kept. Passwords, codes, PINs and
 * the uid of an attempt never are.
 */
export const KEPT_FORMS = {
  support: ['topic', 'message', 'send_email', 'about'],
  finance: ['saved', 'destination', 'amount', 'typed_in'],
  settings: [
    ...['name', 'email', 'contacts.telegram', 'contacts.phone', 'contacts.other'],
    ...['contacts_visibility', 'partner_shows_name', 'in_sitemap', 'week_start'],
  ],
  settingsNotices: WANTED_EMAILS,
} as const satisfies Record<string, readonly string[]>;

export type KeptPage = keyof typeof KEPT_FORMS;
export const KEPT_PAGES = Object.keys(KEPT_FORMS) as [KeptPage, ...KeptPage[]];

/** A sealed form travels in an address. The longest of them, in any script, is shorter. */
export const KEPT_FORM_MAX = 6_000;
