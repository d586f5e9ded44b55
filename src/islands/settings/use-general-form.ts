import { useEffect, useState } from 'react';
import type { InputOf } from '#contracts/contract.ts';
import { saveSettings, type Settings } from '#contracts/settings.ts';
import { normaliseEmail } from '#domain/email.ts';
import { useIsAwake } from '#components/ui/use-is-awake.ts';
import { type Rendered, useForm } from '#islands/shared/use-form.ts';
import { useUnsaved } from './use-unsaved.ts';

/** `waiting`: new address that is not confirmed yet. */
export type Emails = { current: string; waiting: string | null };

type Options = {
  start: GeneralValues;
  emails: Emails;
  rendered: Rendered;
  onSaved: (saved: Settings) => void;
};
/** A ticked box holds its value, a string. */
type FormValues = Omit<GeneralValues, CheckName> & Record<CheckName, string | boolean>;
type CheckName = 'shows_upline' | 'partner_shows_name' | 'in_sitemap';

export function useGeneralForm({ start, emails, rendered, onSaved }: Options) {
  const [values, setValues] = useState(start);
  const currentEmails = [emails.current, emails.waiting ?? ''].map(normaliseEmail);
  const isOther = (email: string) => !currentEmails.includes(normaliseEmail(email));
  const form = useForm<typeof saveSettings, FormValues>(saveSettings, {
    rendered,
    inputOf: ({ password, code, ...rest }) => ({
      ...rest,
      ...(isOther(rest.email) ? { password, code } : {}),
      shows_upline: Boolean(rest.shows_upline),
      partner_shows_name: Boolean(rest.partner_shows_name),
      in_sitemap: Boolean(rest.in_sitemap),
    }),
    onDone: (saved) => {
      applySaved(valuesOfSettings(saved));
      onSaved(saved);
    },
  });
  const { hookForm, element } = form;
  useUnsaved(element);
  const isAwake = useIsAwake();
  const [changedEmail, setChangedEmail] = useState<string>();
  useEffect(
    () =>
      hookForm.subscribe({
        name: 'email',
        formState: { values: true },
        callback: ({ values: { email } }) => setChangedEmail(email),
      }),
    [hookForm],
  );
  // Another address may have been typed before hydration.
  const typedEmail = changedEmail ?? (isAwake ? hookForm.getValues('email') : undefined) ?? start.email;

  const applySaved = (saved: GeneralValues) => {
    setValues(saved);
    hookForm.setValue('name', saved.name);
    hookForm.setValue('email', saved.email);
    hookForm.setValue('password', '');
    hookForm.setValue('code', '');
    hookForm.setValue('contacts', saved.contacts);
  };
  return {
    ...form,
    values,
    needsPassword:
      isOther(typedEmail) || (['password', 'code'] as const).some((name) => form.field(name).errors.length),
  };
}

export type GeneralValues = InputOf<typeof saveSettings>;

/** A waiting address fills the field, so that saving again doesn't cancel it. */
export function valuesOfSettings(saved: Settings): GeneralValues {
  return {
    name: saved.name ?? '',
    email: saved.new_email ?? saved.email,
    contacts: saved.contacts,
    contacts_visibility: saved.contacts_visibility,
    shows_upline: saved.shows_upline,
    partner_shows_name: saved.partner_shows_name,
    in_sitemap: saved.in_sitemap,
    week_start: saved.week_start,
  };
}
