import { useEffect, useState } from 'react';
import type { InputOf } from '#contracts/contract.ts';
import { saveSettings, type Settings } from '#contracts/settings.ts';
import { normaliseEmail } from '#domain/email.ts';
import { useIsAwake } from '#components/ui/use-is-awake.ts';
import { type Rendered, useForm } from '#islands/shared/use-form.ts';
import { useUnsaved } from './use-unsaved.ts';

/** The account's address, and one that waits for its link to be used. */
export type Emails = { current: string; waiting: string | null };

type Options = {
  start: GeneralValues;
  emails: Emails;
  rendered: Rendered;
  onSaved: (saved: Settings) => void;
};
/** As the fields hold it: a ticked box has its value. */
type Typed = Omit<GeneralValues, 'partner_shows_name' | 'in_sitemap'> &
  Record<'partner_shows_name' | 'in_sitemap', string | boolean>;

/** The general settings as a form. A password is asked for only with another address, and only then sent. */
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
  // Another one may have been typed before this was awake.
  const typedEmail = emailSince ?? (isAwake ? typed.getValues('email') : undefined) ?? start.email;

  /** What is saved now stands in the fields, and is what they are compared with. */
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

/** What is saved. An address that waits stands in its field, so that saving again does not take it back. */
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
