import type { Ref, SelectHTMLAttributes } from 'react';
import type { Settings } from '#contracts/settings.ts';
import { CONTACT_MAX, CONTACTS_VISIBILITIES, type ContactsVisibility, NAME_MAX } from '#domain/contacts.ts';
import { EMAIL_MAX } from '#domain/email.ts';
import { path } from '#domain/paths.ts';
import type { Say } from '#i18n/island-texts.ts';
import type { Reader } from '#i18n/reader.ts';
import { OwnerField } from '#components/ui/owner-field.tsx';
import { AccountName } from '#components/ui/account-name.tsx';
import { Button } from '#components/ui/button.tsx';
import { CheckField } from '#components/ui/check-field.tsx';
import { CodeField } from '#components/ui/code-field.tsx';
import { type Errors, Field, marksOf } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { firstWrong, FormNotice, type Rendered } from './form-notice.tsx';
import { type Emails, GENERAL_FIELDS, type GeneralValues, useGeneralForm } from './use-general-form.ts';
import type { GeneralText } from './texts.ts';

export type { Emails };

type Props = {
  start: GeneralValues;
  emails: Emails;
  username: string;
  asksCode: boolean;
  rendered: Rendered;
  reader: Reader<GeneralText>;
  onSaved: (saved: Settings) => void;
};

/** Name, e-mail, contacts and what others see of them: one form, saved as one. */
export function GeneralForm({ start, emails, username, asksCode, rendered, reader, onSaved }: Props) {
  const { t, language } = reader;
  const general = useGeneralForm({ start, emails, rendered, t, onSaved });
  const { field, values, notice, isBusy, isPasswordAsked, formProps } = general;
  const { telegram, phone, other } = values.contacts;
  const first = firstWrong(rendered.errors, GENERAL_FIELDS);
  const at = (name: (typeof GENERAL_FIELDS)[number]) => ({ autoFocus: first === name, ...field(name) });
  const plain = { autoCapitalize: 'none', spellCheck: false };
  return (
    <form id="general" data-kept className="stack" action={path(language, 'settings')} {...formProps}>
      <OwnerField owner={reader.owner} />
      <section className="card stack halves">
        <TextField
          label={t('settings:general.name')}
          hint={t('settings:general.name_hint')}
          defaultValue={values.name}
          maxLength={NAME_MAX}
          autoComplete="name"
          {...at('name')}
        />
        <TextField
          type="email"
          label={t('settings:general.email')}
          defaultValue={values.email}
          maxLength={EMAIL_MAX}
          autoComplete="email"
          required
          {...plain}
          {...at('email')}
        />
        <div className={isPasswordAsked ? undefined : 'only-plain'}>
          <AccountName value={username} />
          <PasswordField
            label={t('settings:general.password')}
            texts={{ show: t('auth:password.show') }}
            autoComplete="current-password"
            {...at('password')}
          />
          <p className="hint">{t('settings:general.password_hint')}</p>
          {asksCode && (
            <CodeField
              label={t('settings:second_factor.code')}
              hint={t('settings:second_factor.code_hint')}
              {...at('code')}
            />
          )}
        </div>
      </section>
      <section className="card stack">
        <h2>{t('settings:general.contacts')}</h2>
        <div className="stack halves">
          <TextField
            label={t('profile:contacts.telegram')}
            defaultValue={telegram}
            maxLength={CONTACT_MAX}
            {...plain}
            {...at('contacts.telegram')}
          />
          <TextField
            type="tel"
            label={t('profile:contacts.phone')}
            defaultValue={phone}
            maxLength={CONTACT_MAX}
            autoComplete="tel"
            {...at('contacts.phone')}
          />
          <TextField
            isMultiline
            label={t('profile:contacts.other')}
            defaultValue={other}
            maxLength={CONTACT_MAX}
            {...at('contacts.other')}
          />
          <VisibilityField value={values.contacts_visibility} t={t} {...at('contacts_visibility')} />
        </div>
      </section>
      <section className="card stack tight">
        <h2>{t('settings:general.partner_page')}</h2>
        <CheckField
          label={t('settings:general.shows_name')}
          defaultChecked={values.partner_shows_name}
          {...field('partner_shows_name')}
        />
        <CheckField
          label={t('settings:general.in_sitemap')}
          defaultChecked={values.in_sitemap}
          {...field('in_sitemap')}
        />
      </section>
      <FormNotice text={notice} />
      <div className="row">
        <Button variant="primary" aria-busy={isBusy}>
          {t('settings:general.submit')}
        </Button>
      </div>
    </form>
  );
}

type VisibilityFieldProps = {
  name: string;
  value: ContactsVisibility;
  errors: Errors;
  onClear: () => void;
  t: Say<GeneralText>;
  ref?: Ref<HTMLSelectElement>;
} & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'name' | 'value' | 'defaultValue'>;

/** Who sees the contacts. */
function VisibilityField({ name, value, errors, onClear, t, ...control }: VisibilityFieldProps) {
  return (
    <Field id={name} label={t('settings:general.visibility')} errors={errors} onClear={onClear}>
      <span className="select">
        {/* React gives a select its default once; another one needs another select. */}
        <select key={value} name={name} className="input" defaultValue={value} {...control} {...marksOf(name, errors)}>
          {CONTACTS_VISIBILITIES.map((one) => (
            <option key={one} value={one}>
              {t(`settings:general.${one}`)}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </span>
    </Field>
  );
}
