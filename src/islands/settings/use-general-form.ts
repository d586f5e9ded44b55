import { useEffect, useState } from 'react';
import type { InputOf } from '#contracts/contract.ts';
import { saveSettings, type Settings } from '#contracts/settings.ts';
import { normaliseEmail } from '#domain/email.ts';
import type { Translate } from '#i18n/translator.ts';
import type { TextKey } from '#i18n/text-keys.ts';
import { useIsAwake } from '#components/ui/use-is-awake.ts';
import { useCallForm } from '#islands/shared/use-call-form.ts';
import type { Rendered } from './form-notice.tsx';
import { useUnsaved } from './use-unsaved.ts';

/** The account's address, and one that waits for its link to be used. */
export type Emails = { current: string; waiting: string | null };

type Options = {
  start: GeneralValues;
  emails: Emails;
  rendered: Rendered;
  t: Translate;
  onSaved: (saved: Settings) => void;
};
/** As the fields hold it: a ticked box has its value. */
type Typed = Omit<GeneralValues, 'partner_shows_name' | 'in_sitemap'> &
  Record<'partner_shows_name' | 'in_sitemap', string | boolean>;

/** The general settings as a form. A password is asked for only with another address, and only then sent. */
export function useGeneralForm({ start, emails, rendered, t, onSaved }: Options) {
  const [values, setValues] = useState(start);
  const known = [emails.current, emails.waiting ?? ''].map(normaliseEmail);
  const isOther = (email: string) => !known.includes(normaliseEmail(email));
  const call = useCallForm<typeof saveSettings, Typed>({
    contract: saveSettings,
    ...rendered,
    inputOf: ({ password, code, ...typed }) => ({
      ...typed,
      ...(isOther(typed.email) ? { password, code } : {}),
      partner_shows_name: Boolean(typed.partner_shows_name),
      in_sitemap: Boolean(typed.in_sitemap),
    }),
    say: (key, params) => t(key as TextKey, params),
    onDone: (saved) => {
      adopt(valuesOfSettings(saved));
      onSaved(saved);
    },
  });
  const { form, formProps } = call;
  useUnsaved(formProps.ref);
  const isAwake = useIsAwake();
  const [emailSince, setEmailSince] = useState<string>();
  useEffect(
    () =>
      form.subscribe({
        name: 'email',
        formState: { values: true },
        callback: ({ values: { email } }) => setEmailSince(email),
      }),
    [form],
  );
  // Another one may have been typed before this was awake.
  const typedEmail = emailSince ?? (isAwake ? form.getValues('email') : undefined) ?? start.email;

  /** What is saved now stands in the fields, and is what they are compared with. */
  const adopt = (saved: GeneralValues) => {
    setValues(saved);
    form.setValue('name', saved.name);
    form.setValue('email', saved.email);
    form.setValue('password', '');
    form.setValue('code', '');
    form.setValue('contacts', saved.contacts);
  };
  return {
    ...call,
    values,
    isPasswordAsked:
      isOther(typedEmail) || (['password', 'code'] as const).some((name) => call.field(name).errors.length),
  };
}

export const GENERAL_FIELDS = [
  ...(['name', 'email', 'password', 'code', 'contacts.telegram', 'contacts.phone', 'contacts.other'] as const),
  ...(['contacts_visibility', 'partner_shows_name', 'in_sitemap', 'week_start'] as const),
] as const;

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
