import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { confirmReset } from '#contracts/auth.ts';
import { isLinkBroken } from '#contracts/refused.ts';
import type { Refusal } from '#contracts/call.ts';
import { path } from '#domain/paths.ts';
import type { Reader } from '#i18n/reader.ts';
import { useCallForm } from '../use-call-form.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { readRefused, RefusedNotice } from './refused.tsx';
import type { ResetText } from './texts.ts';

type Props = { token: string; refusal: Refusal | undefined; reader: Reader<ResetText> };

export function NewPasswordForm({ token, refusal, reader }: Props) {
  const { t, language } = reader;
  const drawn = readRefused(refusal, ['password', 'password_repeat']);
  const [isBroken, setBroken] = useState(false);
  const { field, notice, setNotice, isBusy, formProps } = useCallForm({
    contract: confirmReset,
    errors: drawn.errors,
    inputOf: ({ password, password_repeat }) => ({ token, password, password_repeat }),
    say: (key, params) => t(key as ResetText, params),
    onDone: () => location.assign(path(language, 'signIn', { done: 'password-saved' })),
    onRefused: (refused) => {
      const isAtLink = isLinkBroken(refused, 'reset_link_invalid');
      setBroken(isAtLink);
      if (isAtLink) setNotice(t('refusals:reset_link_invalid'));
      return isAtLink;
    },
  });
  return (
    <>
      <h1>{t('auth:reset.new_heading')}</h1>
      <p className="lede">{t('auth:reset.new_lede')}</p>
      <RefusedNotice drawn={drawn.notice} notice={notice}>
        {isBroken && (
          <a className="link" href={path(language, 'reset')}>
            {t('auth:reset.ask_heading')}
          </a>
        )}
      </RefusedNotice>
      <form id="auth-form" className="stack" action={path(language, 'reset')} {...formProps}>
        <input type="hidden" name="token" value={token} autoComplete="off" />
        <NewPasswordFields
          label={t('auth:reset.password')}
          repeatLabel={t('auth:reset.password_repeat')}
          field={field}
          first={drawn.first}
          t={t}
        />
        <Button variant="primary" block aria-busy={isBusy || undefined}>
          {t('auth:reset.new_submit')}
        </Button>
      </form>
    </>
  );
}
