import { AccountName } from '#components/ui/account-name.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { PASSWORD_RULES, type PasswordRule } from '#domain/password.ts';
import { useReader } from '#islands/shared/use-reader.tsx';

type Control = Pick<
  Parameters<typeof PasswordField>[0],
  'name' | 'errors' | 'onClear' | 'onBlur' | 'onChange' | 'ref' | 'autoFocus'
>;
type Props = {
  /** undefined if the form has its own username field. */
  username?: string | undefined;
  label: string;
  repeatLabel: string;
  field: (name: string) => Control;
};

export function NewPasswordFields({ username, label, repeatLabel, field }: Props) {
  const { t } = useReader();
  const show = t('auth:password.show');
  const texts = {
    show,
    rules: t('auth:password.rules'),
    rule: rulesIn((rule) => t(`auth:password.${rule}`)),
    fault: rulesIn((rule) => t(`faults:${rule}`)),
  };
  return (
    <>
      {username !== undefined && <AccountName value={username} />}
      <PasswordField label={label} texts={texts} autoComplete="new-password" required {...field('password')} />
      <PasswordField
        label={repeatLabel}
        texts={{ show }}
        autoComplete="new-password"
        required
        {...field('password_repeat')}
      />
    </>
  );
}

function rulesIn(textOf: (rule: PasswordRule) => string): Record<PasswordRule, string> {
  return Object.fromEntries(PASSWORD_RULES.map((rule) => [rule, textOf(rule)])) as Record<PasswordRule, string>;
}
