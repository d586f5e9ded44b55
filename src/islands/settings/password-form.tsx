import { useState } from 'react';
import { changePassword } from '#contracts/settings.ts';
import { PASSWORD_RULES, type PasswordRule } from '#domain/password.ts';
import { path } from '#domain/paths.ts';
import type { Reader } from '#i18n/reader.ts';
import { showToast } from '#stores/toast.ts';
import { Button } from '#components/ui/button.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { useCallForm } from '../use-call-form.ts';
import type { Drawn } from './drawn.ts';
import { firstWrong } from './first-wrong.ts';
import { FormNotice } from './form-notice.tsx';
import type { SecurityText } from './texts.ts';

type Name = 'old' | 'new' | 'new_repeat';
type Props = { drawn: Drawn; reader: Reader<SecurityText>; onChanged: () => void };

/** Another password, by the old one. */
export function PasswordForm({ drawn, reader, onChanged }: Props) {
  const { t, language } = reader;
  const [changes, setChanges] = useState(0);
  const { form, field, notice, isBusy, formProps } = useCallForm<typeof changePassword, Record<Name, string>>({
    contract: changePassword,
    ...drawn,
    inputOf: ({ old, new: password, new_repeat }) => ({ old, new: password, new_repeat }),
    say: (key, params) => t(key as SecurityText, params),
    onDone: () => {
      form.reset();
      setChanges(changes + 1);
      showToast(t('settings:done.password_saved'));
      onChanged();
    },
  });
  const show = t('auth:password.show');
  const rule = Object.fromEntries(PASSWORD_RULES.map((name) => [name, t(`auth:password.${name}`)]));
  const rules = { show, rules: t('auth:password.rules'), rule: rule as Record<PasswordRule, string> };
  const first = firstWrong(drawn.errors, ['old', 'new', 'new_repeat']);
  const at = (name: Name) => ({ required: true, autoFocus: first === name, ...field(name) });
  return (
    <form className="card stack" action={path(language, 'settingsSecurity')} {...formProps}>
      <h2>{t('settings:security.password')}</h2>
      <p className="hint">{t('settings:security.password_lede')}</p>
      <FormNotice text={notice} />
      {/* What was typed goes with the fields that held it. */}
      <div key={changes} className="stack">
        <PasswordField
          label={t('settings:security.old')}
          texts={{ show }}
          autoComplete="current-password"
          {...at('old')}
        />
        <PasswordField label={t('settings:security.new')} texts={rules} autoComplete="new-password" {...at('new')} />
        <PasswordField
          label={t('settings:security.repeat')}
          texts={{ show }}
          autoComplete="new-password"
          {...at('new_repeat')}
        />
      </div>
      <div className="row">
        <Button name="act" value="password" variant="primary" aria-busy={isBusy}>
          {t('settings:security.submit')}
        </Button>
      </div>
    </form>
  );
}
