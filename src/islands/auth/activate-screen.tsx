import { useState } from 'react';
import type { Question } from '#client/bot-check/protocol.ts';
import { type readActivation, resendActivation } from '#contracts/auth.ts';
import type { Refusal } from '#contracts/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { path } from '#domain/paths.ts';
import type { ReaderProps } from '#i18n/reader.ts';
import { showAddress } from '#stores/here.ts';
import { useReader } from '../use-reader.ts';
import { ActivateForm } from './activate-form.tsx';
import { LinkForm } from './link-form.tsx';
import { NextSteps } from './next-steps.tsx';
import { ACTIVATE_TEXTS, type ActivateText } from './texts.ts';

type Props = ReaderProps<ActivateText> & {
  /** What the page shows first; `said` is what has just been done. */
  view:
    | { at: 'waiting'; said: string }
    | { at: 'link'; isBroken: boolean; email: string | undefined; question: Question }
    | { at: 'account'; token: string; account: OutputOf<typeof readActivation> | undefined };
  refusal: Refusal | undefined;
  hasMailbox: boolean;
};

/** Makes an account of a sign-up, or sends a new link to who asks for it. */
export function ActivateScreen(props: Props) {
  const { view, refusal, hasMailbox } = props;
  const reader = useReader(ACTIVATE_TEXTS, props);
  const { t, language } = reader;
  const [email, setEmail] = useState<string>();
  if (view.at === 'account') return <ActivateForm {...view} refusal={refusal} reader={reader} />;
  if (view.at === 'waiting') return <NextSteps said={view.said} hasMailbox={hasMailbox} reader={reader} />;
  if (email !== undefined) {
    return <NextSteps said={t('auth:done.activation_sent')} email={email} hasMailbox={hasMailbox} reader={reader} />;
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
      t={t}
      onDone={(typed) => {
        showAddress(path(language, 'activate', { done: 'activation-sent' }), 'replace');
        setEmail(typed);
      }}
    />
  );
}
