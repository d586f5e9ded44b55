import { AccountName } from '#components/ui/account-name.tsx';
import { CodeField } from '#components/ui/code-field.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import type { FormState } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';

type Props = {
  field: (name: 'password' | 'code') => ReturnType<FormState['field']>;
  username: string;
  asksCode?: boolean;
  /** For a code of the app alone: six digits. */
  codeLabel?: string;
  /** Makes the ids unique on a page with two of these. */
  prefix?: string;
};

export function ProofFields({ field, username, asksCode = true, codeLabel, prefix = '' }: Props) {
  const { t } = useReader();
  return (
    <>
      <AccountName value={username} />
      <PasswordField
        id={`${prefix}password`}
        label={t('settings:second_factor.password')}
        texts={{ show: t('auth:password.show') }}
        autoComplete="current-password"
        required
        {...field('password')}
      />
      {asksCode && (
        <CodeField
          id={`${prefix}code`}
          label={codeLabel ?? t('settings:second_factor.code')}
          hint={codeLabel ? undefined : t('settings:second_factor.code_hint')}
          {...(codeLabel && { className: 'input six', inputMode: 'numeric' })}
          required
          {...field('code')}
        />
      )}
    </>
  );
}
