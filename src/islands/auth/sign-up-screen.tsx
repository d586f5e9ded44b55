import { useState } from 'react';
import type { Question } from '#client/bot-check/protocol.ts';
import type { Refusal } from '#contracts/call.ts';
import { path } from '#domain/paths.ts';
import type { ReaderProps } from '#i18n/reader.ts';
import { showAddress } from '#stores/here.ts';
import { $ref } from '#stores/ref.ts';
import { useReader } from '../use-reader.ts';
import type { Inviter } from './inviter-card.tsx';
import { NextSteps } from './next-steps.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { SIGN_UP_TEXTS, type SignUpText } from './texts.ts';

type Props = ReaderProps<SignUpText> & {
  /** Who invites: the code, and whose it is if that is known. */
  code: string;
  card: Inviter | undefined;
  isUnknown: boolean;
  /** The code that the visitor's cookie carries. */
  remembered: string | undefined;
  typed: { email: string; username: string } | undefined;
  refusal: Refusal | undefined;
  question: Question;
  hasMailbox: boolean;
};

/** The form, and in its place what happens once it was sent. */
export function SignUpScreen(props: Props) {
  const { hasMailbox, ...form } = props;
  const reader = useReader(SIGN_UP_TEXTS, props);
  const { t, language } = reader;
  const [sent, setSent] = useState<{ email: string; username: string }>();
  if (!sent) {
    return (
      <SignUpForm
        {...form}
        reader={reader}
        onDone={(guest) => {
          // Reloading says it again instead of asking once more.
          showAddress(path(language, 'activate', { done: 'registered' }), 'replace');
          setSent(guest);
        }}
      />
    );
  }
  return (
    <NextSteps said={t('auth:done.registered')} email={sent.email} hasMailbox={hasMailbox} reader={reader}>
      <p className="hint">
        {t('auth:next.mistyped', { username: sent.username })}{' '}
        <a className="link" href={path(language, 'signUp', { ref: $ref.get() })}>
          {t('auth:sign_up.submit')}
        </a>
      </p>
    </NextSteps>
  );
}
