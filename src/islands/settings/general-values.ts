import type { InputOf } from '#contracts/contract.ts';
import type { saveSettings, Settings } from '#contracts/settings.ts';
import type { ContactsVisibility } from '#domain/contacts.ts';

export const GENERAL_FIELDS = [
  ...(['name', 'email', 'password', 'contacts.telegram', 'contacts.phone', 'contacts.other'] as const),
  ...(['contacts_visibility', 'partner_shows_name', 'in_sitemap'] as const),
] as const;

type GeneralField = (typeof GENERAL_FIELDS)[number];
export type GeneralValues = InputOf<typeof saveSettings>;

/** What was typed, of a form that was posted. A visibility that is none is for the server to refuse. */
export function valuesOfForm(form: Record<GeneralField, string>): GeneralValues {
  return {
    name: form.name,
    email: form.email,
    password: form.password,
    contacts: {
      telegram: form['contacts.telegram'],
      phone: form['contacts.phone'],
      other: form['contacts.other'],
    },
    contacts_visibility: form.contacts_visibility as ContactsVisibility,
    partner_shows_name: form.partner_shows_name !== '',
    in_sitemap: form.in_sitemap !== '',
  };
}

/** What is saved. An address that waits stands in its field, so that saving again does not take it back. */
export function valuesOfSettings(saved: Settings): GeneralValues {
  return {
    name: saved.name ?? '',
    email: saved.new_email ?? saved.email,
    contacts: saved.contacts,
    contacts_visibility: saved.contacts_visibility,
    partner_shows_name: saved.partner_shows_name,
    in_sitemap: saved.in_sitemap,
  };
}
