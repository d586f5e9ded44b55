import { call } from '#client/call.ts';
import { createPasskey } from '#client/passkey.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { savePasskey, startPasskey } from '#contracts/passkeys.ts';
import { path } from '#domain/paths.ts';
import { PASSKEY_NAME_MAX } from '#domain/second-factor.ts';
import type { TextKey } from '#i18n/text-keys.ts';
import { OwnerField } from '#components/ui/owner-field.tsx';
import { AccountName } from '#components/ui/account-name.tsx';
import { Button } from '#components/ui/button.tsx';
import { CheckField } from '#components/ui/check-field.tsx';
import { CodeField } from '#components/ui/code-field.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useCallForm } from '#islands/shared/use-call-form.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { FormNotice } from './form-notice.tsx';

type Props = {
  username: string;
  asksCode: boolean;
  isFirst: boolean;
  notice: string | undefined;
};
type Typed = { name: string; password: string; code?: string; end_others?: unknown };

/** Adds a passkey: what the account is locked with first, then the browser asks for the owner. */
export const AddPasskey = withReader(function AddPasskey({ username, asksCode, isFirst, notice: rendered }: Props) {
  const { t, language, owner } = useReader();
  const { field, notice, setNotice, isBusy, formProps } = useCallForm<typeof startPasskey, Typed>({
    contract: startPasskey,
    notice: rendered,
    inputOf: ({ password, code }) => ({ password, ...(code !== undefined && { code }) }),
    say: (key, params) => t(key as TextKey, params),
    onDone: (asked, typed) => void make(asked, typed),
  });
  const make = async ({ options, state }: OutputOf<typeof startPasskey>, { name, end_others }: Typed) => {
    const passkey = await createPasskey(options);
    if (!passkey) return setNotice(t('settings:passkeys.failed'));
    const saved = await call(savePasskey, { state, name, passkey, end_others: Boolean(end_others) });
    if (!saved?.success) return setNotice(saved?.error.detail || t('common:line_broken'));
    location.assign(path(language, 'passkeys', { done: 'passkey-saved' }));
  };
  return (
    <form className="card stack form" action={path(language, 'passkeys')} autoComplete="off" {...formProps}>
      <OwnerField owner={owner} />
      <h2>{t('settings:passkeys.add')}</h2>
      <p className="hint">{t('settings:passkeys.add_lede')}</p>
      <FormNotice text={notice} />
      <TextField
        label={t('settings:passkeys.name')}
        hint={t('settings:passkeys.name_hint')}
        maxLength={PASSKEY_NAME_MAX}
        {...field('name')}
      />
      <AccountName value={username} />
      <PasswordField
        label={t('settings:second_factor.password')}
        texts={{ show: t('auth:password.show') }}
        autoComplete="current-password"
        required
        {...field('password')}
      />
      {asksCode && (
        <CodeField
          label={t('settings:second_factor.code')}
          hint={t('settings:second_factor.code_hint')}
          required
          {...field('code')}
        />
      )}
      {isFirst && (
        <>
          <CheckField label={t('settings:sessions.end_too')} defaultChecked {...field('end_others')} />
          <p className="hint">{t('settings:sessions.end_too_hint')}</p>
        </>
      )}
      <Button name="act" value="add" variant="primary" block aria-busy={isBusy}>
        {t('settings:passkeys.add')}
      </Button>
    </form>
  );
});
