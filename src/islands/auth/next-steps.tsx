import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { path } from '#domain/paths.ts';
import { useReader } from '#islands/shared/use-reader.tsx';

type Props = {
  message: string;
  email?: string | undefined;
  /** The e-mail was just sent from this page. */
  isFresh?: boolean;
  hasMailbox: boolean;
  children?: ReactNode;
};

export function NextSteps({ message, email, isFresh = false, hasMailbox, children }: Props) {
  const { t, language } = useReader();
  return (
    <>
      <h1>{t('auth:next.heading')}</h1>
      <Notice key={email} kind="ok" takesFocus={isFresh}>
        <p>{message}</p>
        {email !== undefined && <p>{t('auth:next.sent_to', { email })}</p>}
      </Notice>
      {children}
      <ol className="stack steps">
        <li>{t('auth:next.email')}</li>
        <li>{t('auth:next.button')}</li>
        <li>{t('auth:next.sign_in')}</li>
      </ol>
      {hasMailbox && (
        <Button href="/dev/mail" block>
          {t('auth:next.mailbox')}
        </Button>
      )}
      <p className="center">
        <a className="link" href={path(language, 'activate')}>
          {t('auth:sign_in.new_link')}
        </a>
      </p>
    </>
  );
}
