import { setPin } from '#contracts/finance.ts';
import { path } from '#domain/paths.ts';
import { $balance } from '#stores/balance.ts';
import { AccountName } from '#components/ui/account-name.tsx';
import { Button } from '#components/ui/button.tsx';
import { CodeField } from '#components/ui/code-field.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { PinField } from '#components/ui/pin-field.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { type Rendered, useForm } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';

type Props = {
  rendered?: Rendered;
  username: string;
  asksCode: boolean;
  /** `isNew` is false if the PIN was set elsewhere. */
  onSet: (isNew: boolean) => void;
};

export function PinForm({ rendered, username, asksCode, onSet }: Props) {
  const { t, language } = useReader();
  const form = useForm(setPin, {
    rendered,
    onDone: () => set(true),
    onRefused: ({ code }) => {
      if (code === 'pin_already_set') set(false);
      return code === 'pin_already_set';
    },
  });
  const set = (isNew: boolean) => {
    // Permission to withdraw must be loaded again.
    $balance.set(undefined);
    onSet(isNew);
  };
  return (
    <Form of={form} className="stack" action={path(language, 'financePin')} autoComplete="off">
      <FormNotice of={form} />
      <AccountName value={username} />
      <PinField label={t('finance:pin.label')} hint={t('finance:pin.rules')} {...form.field('pin')} />
      <PinField label={t('finance:pin.repeat')} {...form.field('pin_repeat')} />
      <PasswordField
        label={t('finance:pin.password')}
        texts={{ show: t('auth:password.show') }}
        autoComplete="current-password"
        {...form.field('password')}
      />
      {asksCode && (
        <CodeField
          label={t('settings:second_factor.code')}
          hint={t('settings:second_factor.code_hint')}
          {...form.field('code')}
        />
      )}
      <Button variant="primary" block aria-busy={form.isBusy}>
        {t('finance:pin.submit')}
      </Button>
    </Form>
  );
}
