import { setPin } from '#contracts/finance.ts';
import { path } from '#domain/paths.ts';
import { $balance } from '#stores/balance.ts';
import type { TextKey } from '#i18n/text-keys.ts';
import { OwnerField } from '#components/ui/owner-field.tsx';
import { AccountName } from '#components/ui/account-name.tsx';
import { Button } from '#components/ui/button.tsx';
import { CodeField } from '#components/ui/code-field.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { PinField } from '#components/ui/pin-field.tsx';
import { useCallForm } from '#islands/shared/use-call-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { firstWrong, FormNotice, type Rendered } from './form-notice.tsx';

type Props = {
  rendered?: Rendered;
  username: string;
  asksCode: boolean;
  /** It is set, now or since somewhere else. */
  onSet: (isNew: boolean) => void;
};

/** Sets the finance PIN, once. */
export function PinForm({ rendered, username, asksCode, onSet }: Props) {
  const { t, language, owner } = useReader();
  const { field, notice, isBusy, formProps } = useCallForm({
    contract: setPin,
    ...rendered,
    say: (key, params) => t(key as TextKey, params),
    onDone: () => set(true),
    onRefused: ({ code }) => {
      if (code === 'pin_already_set') set(false);
      return code === 'pin_already_set';
    },
  });
  const set = (isNew: boolean) => {
    // Whether money can be withdrawn is to be asked again.
    $balance.set(undefined);
    onSet(isNew);
  };
  const first = firstWrong(rendered?.errors, ['pin', 'pin_repeat', 'password', 'code']);
  const at = (name: 'pin' | 'pin_repeat' | 'password' | 'code') => ({ autoFocus: first === name, ...field(name) });
  return (
    <form className="stack" action={path(language, 'financePin')} autoComplete="off" {...formProps}>
      <OwnerField owner={owner} />
      <FormNotice text={notice} />
      <AccountName value={username} />
      <PinField label={t('finance:pin.label')} hint={t('finance:pin.rules')} {...at('pin')} />
      <PinField label={t('finance:pin.repeat')} {...at('pin_repeat')} />
      <PasswordField
        label={t('finance:pin.password')}
        texts={{ show: t('auth:password.show') }}
        autoComplete="current-password"
        {...at('password')}
      />
      {asksCode && (
        <CodeField
          label={t('settings:second_factor.code')}
          hint={t('settings:second_factor.code_hint')}
          {...at('code')}
        />
      )}
      <Button variant="primary" block aria-busy={isBusy}>
        {t('finance:pin.submit')}
      </Button>
    </form>
  );
}
