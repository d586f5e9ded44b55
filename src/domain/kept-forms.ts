import { WANTED_EMAILS } from './notices.ts';

/** Fields restored after a session has ended, by page. Never add passwords, codes, PINs or the uid. */
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

/** In characters of an address; the longest form in any script is shorter. */
export const KEPT_FORM_MAX = 6_000;
