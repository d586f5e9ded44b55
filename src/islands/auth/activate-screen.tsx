import { useState } from 'react';
import type { Question } from '#client/bot-check/protocol.ts';
import { activate, type readActivation, type readSignUp, resendActivation } from '#contracts/auth.ts';
import type { Refusal } from '#contracts/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { renderedOf } from '#contracts/refused.ts';
import { path } from '#domain/paths.ts';
import type { Reader } from '#i18n/reader.ts';
import { showAddress } from '#stores/current-url.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { LinkForm } from './link-form.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { NextSteps } from './next-steps.tsx';
import { SignUpWaiting } from './sign-up-waiting.tsx';

type Props = {
  view:
    | { at: 'waiting'; signUp: OutputOf<typeof readSignUp> | undefined; typed: string | undefined }
    | { at: 'sent' }
    | { at: 'link'; isBroken: boolean; email: string | undefined; question: Question }
    | { at: 'account'; token: string; account: OutputOf<typeof readActivation> | undefined };
  refusal: Refusal | undefined;
  hasMailbox: boolean;
};

export const ActivateScreen = withReader(function ActivateScreen(props: Props) {
  const { view, refusal, hasMailbox } = props;
  const { t, language } = useReader();
  const [email, setEmail] = useState<string>();
  if (view.at === 'account') return <ActivateForm {...view} refusal={refusal} />;
  if (view.at === 'waiting') return <SignUpWaiting {...view} refusal={refusal} hasMailbox={hasMailbox} />;
  if (view.at === 'sent' || email !== undefined) {
    const isFresh = email !== undefined;
    return (
      <NextSteps message={t('auth:done.activation_sent')} email={email} isFresh={isFresh} hasMailbox={hasMailbox} />
    );
  }
  return (
    <LinkForm
      contract={resendActivation}
      heading={t('auth:activate.resend_heading')}
      lede={t('auth:activate.resend_lede')}
      broken={view.isBroken ? t('refusals:activation_link_invalid') : undefined}
      submit={t('auth:activate.resend_submit')}
      action={path(language, 'activate')}
      email={view.email}
      refusal={refusal}
      question={view.question}
      onDone={(sentTo) => {
        showAddress(path(language, 'activate', { done: 'activation-sent' }), 'replace');
        setEmail(sentTo);
      }}
    />
  );
});

type Account = OutputOf<typeof readActivation>;
type ActivateFormProps = {
  token: string;
  account: Account | undefined;
  refusal: Refusal | undefined;
};

/** A button, because mail scanners open links. */
function ActivateForm({ token, account, refusal }: ActivateFormProps) {
  const reader = useReader();
  const { t, language } = reader;
  const [code, setCode] = useState(refusal?.code);
  // The link was used before: nothing is wrong.
  const isActive = code === 'already_active';
  const form = useForm(activate, {
    rendered: renderedOf(refusal),
    inputOf: ({ password, password_repeat }) => ({
      token,
      ...(account?.asks_password && { password, password_repeat }),
    }),
    onDone: () => location.assign(path(language, 'signIn', { done: 'activated' })),
    onRefused: (newRefusal) => {
      setCode(newRefusal.code);
      const isAtToken = Boolean(newRefusal.fields?.['token']);
      if (isAtToken) form.setNotice(t('refusals:activation_link_invalid'));
      return isAtToken;
    },
  });
  return (
    <>
      <h1>{t('auth:activate.heading')}</h1>
      {isActive ? (
        <Notice kind="ok" takesFocus>
          <p>{form.notice?.text}</p>
          <a className="link" href={path(language, 'signIn')}>
            {t('auth:activate.to_sign_in')}
          </a>
        </Notice>
      ) : (
        <FormNotice of={form}>
          {code === 'activation_link_invalid' && (
            <a className="link" href={path(language, 'activate')}>
              {t('auth:activate.resend_heading')}
            </a>
          )}
        </FormNotice>
      )}
      {account && !isActive && (
        <>
          <p className="intro">{ledeOf(account, reader)}</p>
          <Form of={form} id="auth-form" className="stack" action={path(language, 'activate')}>
            <input type="hidden" name="token" value={token} autoComplete="off" />
            {account.asks_password && (
              <NewPasswordFields
                username={account.username}
                label={t('auth:sign_up.password')}
                repeatLabel={t('auth:sign_up.password_repeat')}
                field={form.field}
              />
            )}
            <Button variant="primary" block aria-busy={form.isBusy || undefined}>
              {t('auth:activate.submit')}
            </Button>
          </Form>
          {!account.asks_password && <p className="hint">{t('auth:activate.not_yours')}</p>}
        </>
      )}
    </>
  );
}

function ledeOf({ username, inviter, asks_password }: Account, { t }: Reader): string {
  const lede = t(asks_password ? 'auth:activate.set_password' : 'auth:activate.lede', { username });
  return inviter ? `${lede} ${t('auth:activate.invited_by', { inviter })}` : lede;
}
