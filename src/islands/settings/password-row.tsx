import { useRef, useState } from 'react';
import { changePassword } from '#contracts/settings.ts';
import { PASSWORD_RULES, type PasswordRule } from '#domain/password.ts';
import { path } from '#domain/paths.ts';
import { formatDate } from '#i18n/format.ts';
import { showToast } from '#stores/toast.ts';
import { AccountName } from '#components/ui/account-name.tsx';
import { Button } from '#components/ui/button.tsx';
import { CodeField } from '#components/ui/code-field.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { type Rendered, useForm } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { focusRow, SettingFold } from './setting-row.tsx';

type Props = {
  rendered: Rendered;
  username: string;
  asksCode: boolean;
  changedAt: string | null;
  onChanged: () => void;
};

export function PasswordRow({ rendered, username, asksCode, changedAt: changedBefore, onChanged }: Props) {
  const { t, timeZone } = useReader();
  const [changedAt, setChangedAt] = useState(changedBefore);
  const row = useRef<HTMLDetailsElement>(null);
  const isRefused = Boolean(rendered.notice) || Object.values(rendered.errors ?? {}).some((found) => found?.length);
  const handleChanged = () => {
    setChangedAt(new Date().toISOString());
    showToast(t('settings:done.password_saved'));
    row.current?.removeAttribute('open');
    focusRow(row.current);
    onChanged();
  };
  return (
    <SettingFold
      ref={row}
      id="change-password"
      startsOpen={isRefused}
      name={t('settings:security.password')}
      state={
        changedAt
          ? t('settings:security.changed', { date: formatDate(changedAt, timeZone) })
          : t('settings:security.set')
      }
      action={t('settings:destinations.change')}
    >
      <div className="stack halves">
        <p className="hint">{t('settings:security.password_lede')}</p>
        <PasswordForm {...{ rendered, username, asksCode }} onChanged={handleChanged} />
      </div>
    </SettingFold>
  );
}

type Name = 'old' | 'new' | 'new_repeat' | 'code';

function PasswordForm({ rendered, username, asksCode, onChanged }: Omit<Props, 'changedAt'>) {
  const { t, language } = useReader();
  const [changes, setChanges] = useState(0);
  const form = useForm<typeof changePassword, Record<Name, string>>(changePassword, {
    rendered,
    inputOf: ({ old, new: password, new_repeat, code }) => ({ old, new: password, new_repeat, code }),
    onDone: () => {
      form.hookForm.reset();
      setChanges(changes + 1);
      onChanged();
    },
  });
  const show = t('auth:password.show');
  const rule = Object.fromEntries(PASSWORD_RULES.map((name) => [name, t(`auth:password.${name}`)]));
  const rules = { show, rules: t('auth:password.rules'), rule: rule as Record<PasswordRule, string> };
  const fieldProps = (name: Name) => ({ required: true, ...form.field(name) });
  return (
    <Form of={form} className="stack" action={path(language, 'settingsSecurity')}>
      <FormNotice of={form} />
      <AccountName value={username} />
      {/* A new key remounts the fields and so clears them. */}
      <div key={changes} className="stack">
        <PasswordField
          label={t('settings:security.old')}
          texts={{ show }}
          autoComplete="current-password"
          {...fieldProps('old')}
        />
        <PasswordField
          label={t('settings:security.new')}
          texts={rules}
          autoComplete="new-password"
          {...fieldProps('new')}
        />
        <PasswordField
          label={t('settings:security.repeat')}
          texts={{ show }}
          autoComplete="new-password"
          {...fieldProps('new_repeat')}
        />
        {asksCode && (
          <CodeField
            id="password-code"
            label={t('settings:second_factor.code')}
            hint={t('settings:second_factor.code_hint')}
            {...fieldProps('code')}
          />
        )}
      </div>
      <div className="row">
        <Button name="act" value="password" variant="primary" aria-busy={form.isBusy}>
          {t('settings:security.submit')}
        </Button>
      </div>
    </Form>
  );
}
