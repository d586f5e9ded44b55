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
type Typed = Omit<GeneralValues, 'partner_shows_name' | 'in_sitemap'> &
  Record<'partner_shows_name' | 'in_sitemap', string | boolean>;

export function useGeneralForm({ start, emails, rendered, onSaved }: Options) {
  const [values, setValues] = useState(start);
  const known = [emails.current, emails.waiting ?? ''].map(normaliseEmail);
  const isOther = (email: string) => !known.includes(normaliseEmail(email));
  const form = useForm<typeof saveSettings, Typed>(saveSettings, {
    rendered,
    inputOf: ({ password, code, ...rest }) => ({
      ...rest,
      ...(isOther(rest.email) ? { password, code } : {}),
      partner_shows_name: Boolean(rest.partner_shows_name),
      in_sitemap: Boolean(rest.in_sitemap),
    }),
    onDone: (saved) => {
      adopt(valuesOfSettings(saved));
      onSaved(saved);
    },
  });
  const { typed, element } = form;
  useUnsaved(element);
  const isAwake = useIsAwake();
  const [emailSince, setEmailSince] = useState<string>();
  useEffect(
    () =>
      typed.subscribe({
        name: 'email',
        formState: { values: true },
        callback: ({ values: { email } }) => setEmailSince(email),
      }),
    [typed],
  );
  // Another address may have been typed before hydration.
  const typedEmail = emailSince ?? (isAwake ? typed.getValues('email') : undefined) ?? start.email;

  const adopt = (saved: GeneralValues) => {
    setValues(saved);
    typed.setValue('name', saved.name);
    typed.setValue('email', saved.email);
    typed.setValue('password', '');
    typed.setValue('code', '');
    typed.setValue('contacts', saved.contacts);
  };
  return {
    ...form,
    values,
    isPasswordAsked:
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
    partner_shows_name: saved.partner_shows_name,
    in_sitemap: saved.in_sitemap,
    week_start: saved.week_start,
  };
}
