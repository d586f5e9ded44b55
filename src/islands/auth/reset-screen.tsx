import { useState } from 'react';
import { Notice } from '#components/ui/notice.tsx';
import type { Question } from '#client/bot-check/protocol.ts';
import { requestReset } from '#contracts/auth.ts';
import type { Refusal } from '#contracts/call.ts';
import { path } from '#domain/paths.ts';
import type { ReaderProps } from '#i18n/reader.ts';
import { showAddress } from '#stores/here.ts';
import { useReader } from '../use-reader.ts';
import { LinkForm } from './link-form.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { RESET_TEXTS, type ResetText } from './texts.ts';

type Props = ReaderProps<ResetText> & {
  view: { at: 'ask'; isBroken: boolean; email: string | undefined; question: Question } | { at: 'new'; token: string };
  refusal: Refusal | undefined;
  /** What has just been done. */
  said: string | undefined;
};

/** Asks for a letter; its link leads here again, to set a new password. */
export function ResetScreen(props: Props) {
  const { view, refusal, said } = props;
  const reader = useReader(RESET_TEXTS, props);
  const { t, language } = reader;
  const [sent, setSent] = useState<{ email: string }>();
  return (
    <>
      {said && !sent && <Notice kind="ok">{said}</Notice>}
      {sent && (
        <>
          <h1>{t('auth:reset.ask_heading')}</h1>
          <Notice kind="ok" takesFocus>
            <p>{t('auth:done.reset_sent')}</p>
            <p>{t('auth:next.sent_to', sent)}</p>
          </Notice>
        </>
      )}
      {view.at === 'new' && <NewPasswordForm token={view.token} refusal={refusal} reader={reader} />}
      {view.at === 'ask' && !sent && (
        <LinkForm
          contract={requestReset}
          heading={t('auth:reset.ask_heading')}
          lede={t('auth:reset.ask_lede')}
          broken={view.isBroken ? t('refusals:reset_link_invalid') : undefined}
          submit={t('auth:reset.ask_submit')}
          action={path(language, 'reset')}
          email={view.email}
          refusal={refusal}
          question={view.question}
          t={t}
          onDone={(email) => {
            showAddress(path(language, 'reset', { done: 'reset-sent' }), 'replace');
            setSent({ email });
          }}
        />
      )}
      <p className="center">
        <a className="link" href={path(language, 'signIn')}>
          {t('auth:reset.back')}
        </a>
      </p>
    </>
  );
}
