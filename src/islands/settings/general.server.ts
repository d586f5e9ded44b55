import { saveSettings } from '#contracts/settings.ts';
import type { ContactsVisibility } from '#domain/contacts.ts';
import { path } from '#domain/paths.ts';
import type { WeekStart } from '#domain/week-start.ts';
import { formAction } from '#islands/shared/form-action.server.ts';
import type { GeneralValues } from './use-general-form.ts';

const FIELDS = [
  ...(['name', 'email', 'password', 'code', 'contacts.telegram', 'contacts.phone', 'contacts.other'] as const),
  ...(['contacts_visibility', 'partner_shows_name', 'in_sitemap', 'week_start'] as const),
] as const;

export const general = formAction({
  contract: saveSettings,
  fields: FIELDS,
  input: valuesOfForm,
  done: ({ language }) => path(language, 'settings', { done: 'saved' }),
  kept: 'settings',
});

/** What was typed. What no select offers is for the server to refuse. */
export function valuesOfForm(form: Record<(typeof FIELDS)[number], string>): GeneralValues {
  return {
    name: form.name,
    email: form.email,
    password: form.password,
    code: form.code,
    contacts: {
      telegram: form['contacts.telegram'],
      phone: form['contacts.phone'],
      other: form['contacts.other'],
    },
    contacts_visibility: form.contacts_visibility as ContactsVisibility,
    partner_shows_name: form.partner_shows_name !== '',
    in_sitemap: form.in_sitemap !== '',
    ...(form.week_start && { week_start: form.week_start as WeekStart }),
  };
}
