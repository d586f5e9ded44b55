import { useEffect, useState } from 'react';
import { saveSettings, type Settings } from '#contracts/settings.ts';
import { normaliseEmail } from '#domain/identity.ts';
import type { Say } from '#i18n/island-texts.ts';
import { useIsAwake } from '#components/ui/use-is-awake.ts';
import { useCallForm } from '../use-call-form.ts';
import type { Drawn } from './drawn.ts';
import { type GeneralValues, valuesOfSettings } from './general-values.ts';
import type { GeneralText } from './texts.ts';
import { useUnsaved } from './use-unsaved.ts';

/** The account's address, and one that waits for its link to be used. */
export type Emails = { current: string; waiting: string | null };

type Options = {
  start: GeneralValues;
  emails: Emails;
  drawn: Drawn;
  t: Say<GeneralText>;
  onSaved: (saved: Settings) => void;
};
/** As the fields hold it: a ticked box has its value. */
type Typed = Omit<GeneralValues, 'partner_shows_name' | 'in_sitemap'> &
  Record<'partner_shows_name' | 'in_sitemap', string | boolean>;

/** The general settings as a form. A password is asked for only with another address, and only then sent. */
export function useGeneralForm({ start, emails, drawn, t, onSaved }: Options) {
  const [values, setValues] = useState(start);
  const isOther = (email: string) => ![emails.current, emails.waiting].includes(normaliseEmail(email));
  const call = useCallForm<typeof saveSettings, Typed>({
    contract: saveSettings,
    ...drawn,
    inputOf: ({ password, ...typed }) => ({
      ...typed,
      ...(isOther(typed.email) ? { password } : {}),
      partner_shows_name: Boolean(typed.partner_shows_name),
      in_sitemap: Boolean(typed.in_sitemap),
    }),
    say: (key, params) => t(key as GeneralText, params),
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
    form.setValue('contacts', saved.contacts);
  };
  return {
    ...call,
    values,
    isPasswordAsked: isOther(typedEmail) || Boolean(call.field('password').errors.length),
  };
}
