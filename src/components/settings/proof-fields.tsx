import type { FieldErrors } from '#contracts/refused.ts';
import type { Translate } from '#i18n/translator.ts';
import { AccountName } from '#components/ui/account-name.tsx';
import { CodeField } from '#components/ui/code-field.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';

type Props = { username: string; t: Translate; errors: FieldErrors; codeLabel?: string; asksCode?: boolean };

/** What a member shows before their account is locked in another way: the password, and a code where codes are asked for. */
export function ProofFields({ username, t, errors, codeLabel, asksCode = true }: Props) {
  const first = ['password', 'code'].find((name) => errors[name]?.length);
  return (
    <>
      <AccountName value={username} />
      <PasswordField
        name="password"
        label={t('settings:second_factor.password')}
        texts={{ show: t('auth:password.show') }}
        autoComplete="current-password"
        required
        autoFocus={first === 'password'}
        errors={errors['password']}
      />
      {asksCode && (
        <CodeField
          name="code"
          label={codeLabel ?? t('settings:second_factor.code')}
          hint={codeLabel ? undefined : t('settings:second_factor.code_hint')}
          required
          autoFocus={first === 'code'}
          errors={errors['code']}
        />
      )}
    </>
  );
}
