import type { InputOf } from '#contracts/contract.ts';
import type { saveSettings, Settings } from '#contracts/settings.ts';
import type { ContactsVisibility } from '#domain/contacts.ts';
import type { Form } from '#components/form/read-form.ts';

export const GENERAL_FIELDS = [
  ...(['name', 'email', 'password', 'telegram', 'phone', 'other'] as const),
  ...(['contacts_visibility', 'partner_shows_name', 'in_sitemap'] as const),
] as const;

export type GeneralValues = InputOf<typeof saveSettings>;

/** What was typed. A visibility that is none is for the server to refuse. */
export function valuesOfForm(form: Form<(typeof GENERAL_FIELDS)[number]>): GeneralValues {
  const { name, email, password, telegram, phone, other } = form;
  return {
    name,
    email,
    password,
    contacts: { telegram, phone, other },
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
