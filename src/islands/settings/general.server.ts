import type { AstroGlobal } from 'astro';
import { getSettings, saveSettings } from '#contracts/settings.ts';
import type { ContactsVisibility } from '#domain/contacts.ts';
import { path } from '#domain/paths.ts';
import type { WeekStart } from '#domain/week-start.ts';
import { doneText, SETTINGS_DONE } from '#islands/shared/done.server.ts';
import { formAction } from '#islands/shared/form-action.server.ts';
import { load } from '#islands/shared/load.server.ts';
import { isKept } from '#islands/shared/read-form.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';
import { type GeneralValues, valuesOfSettings } from './use-general-form.ts';

const FIELDS = [
  ...(['name', 'email', 'password', 'code', 'contacts.telegram', 'contacts.phone', 'contacts.other'] as const),
  ...(['contacts_visibility', 'shows_upline', 'partner_shows_name', 'in_sitemap', 'week_start'] as const),
] as const;

const general = formAction({
  contract: saveSettings,
  fields: FIELDS,
  input: valuesOfForm,
  done: ({ language }) => path(language, 'settings', { done: 'saved' }),
  kept: 'settings',
});

/** The server refuses values that no select offers. */
function valuesOfForm(form: Record<(typeof FIELDS)[number], string>): GeneralValues {
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
    shows_upline: form.shows_upline !== '',
    partner_shows_name: form.partner_shows_name !== '',
    in_sitemap: form.in_sitemap !== '',
    ...(form.week_start && { week_start: form.week_start as WeekStart }),
  };
}

export async function loadGeneral(page: AstroGlobal) {
  const { call, t } = page.locals;
  const posted = await general(page);
  if (posted instanceof Response) return posted;
  const loaded = await load(page, { me: readProfile(page), settings: call(getSettings) });
  if (loaded instanceof Response) return loaded;
  const { form, rendered } = posted;
  const me = loaded.me.data;
  const settings = loaded.settings.data;
  const { password: _, code: __, ...values } = form ? valuesOfForm(form) : valuesOfSettings(settings);
  const { username, photo, is_former, career_status } = me;
  const screen = {
    values,
    emails: { current: settings.email, waiting: settings.new_email },
    asksCode: settings.second_factor,
    rendered,
    user: { username, photo, is_former, career_status },
    result: form
      ? { restored: isKept(form) ? t('common:kept') : undefined }
      : { done: doneText(SETTINGS_DONE, page.url, t) },
  };
  return { me, screen };
}
