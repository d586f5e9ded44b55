import type { Ref, SelectHTMLAttributes } from 'react';
import type { Settings } from '#contracts/settings.ts';
import { CONTACT_MAX, CONTACTS_VISIBILITIES, NAME_MAX } from '#domain/contacts.ts';
import { EMAIL_MAX } from '#domain/email.ts';
import { path } from '#domain/paths.ts';
import { WEEK_STARTS } from '#domain/week-start.ts';
import { AccountName } from '#components/ui/account-name.tsx';
import { Button } from '#components/ui/button.tsx';
import { CheckField } from '#components/ui/check-field.tsx';
import { CodeField } from '#components/ui/code-field.tsx';
import { type Errors, Field, marksOf } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import type { Rendered } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { type Emails, type GeneralValues, useGeneralForm } from './use-general-form.ts';

export type { Emails };

type Props = {
  start: GeneralValues;
  emails: Emails;
  username: string;
  asksCode: boolean;
  rendered: Rendered;
  onSaved: (saved: Settings) => void;
};

export function GeneralForm({ start, emails, username, asksCode, rendered, onSaved }: Props) {
  const { t, language, brand } = useReader();
  const form = useGeneralForm({ start, emails, rendered, onSaved });
  const { field, values, needsPassword } = form;
  const { telegram, phone, other } = values.contacts;
  const plainInput = { autoCapitalize: 'none', spellCheck: false };
  return (
    <Form of={form} id="general" data-kept className="stack" action={path(language, 'settings')}>
      <section className="card stack halves">
        <TextField
          label={t('settings:general.name')}
          hint={t('settings:general.name_hint')}
          defaultValue={values.name}
          maxLength={NAME_MAX}
          autoComplete="name"
          {...field('name')}
        />
        <TextField
          type="email"
          label={t('settings:general.email')}
          defaultValue={values.email}
          maxLength={EMAIL_MAX}
          autoComplete="email"
          required
          {...plainInput}
          {...field('email')}
        />
        <div className={needsPassword ? undefined : 'only-plain'}>
          <AccountName value={username} />
          <PasswordField
            label={t('settings:general.password')}
            texts={{ show: t('auth:password.show') }}
            autoComplete="current-password"
            {...field('password')}
          />
          <p className="hint">{t('settings:general.password_hint')}</p>
          {asksCode && (
            <CodeField
              label={t('settings:second_factor.code')}
              hint={t('settings:second_factor.code_hint')}
              {...field('code')}
            />
          )}
        </div>
        <CheckField
          label={t('settings:general.shows_upline')}
          defaultChecked={values.shows_upline}
          {...field('shows_upline')}
        />
      </section>
      <section className="card stack">
        <h2>{t('settings:general.contacts')}</h2>
        <div className="stack halves">
          <TextField
            label={t('profile:contacts.telegram')}
            defaultValue={telegram}
            maxLength={CONTACT_MAX}
            {...plainInput}
            {...field('contacts.telegram')}
          />
          <TextField
            type="tel"
            label={t('profile:contacts.phone')}
            defaultValue={phone}
            maxLength={CONTACT_MAX}
            autoComplete="tel"
            {...field('contacts.phone')}
          />
          <TextField
            isMultiline
            label={t('profile:contacts.other')}
            defaultValue={other}
            maxLength={CONTACT_MAX}
            {...field('contacts.other')}
          />
          <ChoiceField
            label={t('settings:general.visibility')}
            value={values.contacts_visibility}
            choices={CONTACTS_VISIBILITIES}
            labelOf={(choice) => t(`settings:general.${choice}`)}
            {...field('contacts_visibility')}
          />
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
      <section className="card">
        <div className="form">
          <ChoiceField
            label={t('settings:general.week_start')}
            value={(values.week_start !== 'language' && values.week_start) || (brand?.weekStart ?? 'language')}
            choices={brand?.weekStart ? WEEK_STARTS.filter((choice) => choice !== 'language') : WEEK_STARTS}
            labelOf={(choice) => t(`settings:general.week_${choice}`)}
            {...field('week_start')}
          />
        </div>
      </section>
      <FormNotice of={form} />
      <div className="row">
        <Button variant="primary" aria-busy={form.isBusy}>
          {t('settings:general.submit')}
        </Button>
      </div>
    </Form>
  );
}

type ChoiceFieldProps<Choice extends string> = {
  name: string;
  label: string;
  value: Choice;
  choices: readonly Choice[];
  labelOf: (choice: Choice) => string;
  errors: Errors;
  onClear: () => void;
  ref?: Ref<HTMLSelectElement>;
} & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'name' | 'value' | 'defaultValue'>;

function ChoiceField<Choice extends string>(props: ChoiceFieldProps<Choice>) {
  const { name, label, value, choices, labelOf, errors, onClear, ...control } = props;
  return (
    <Field id={name} label={label} errors={errors} onClear={onClear}>
      <span className="select">
        {/* React applies a select's default once; the key mounts a new select. */}
        <select key={value} name={name} className="input" defaultValue={value} {...control} {...marksOf(name, errors)}>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {labelOf(choice)}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </span>
    </Field>
  );
}
