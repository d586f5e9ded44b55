import { useRef, useState } from 'react';
import type { Call } from '#contracts/call.ts';
import { endOtherStaffSessions } from '#contracts/console/session.ts';
import { whenOf } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { type FormResult, type OwnSession, postToPage } from './account-props.ts';
import { ConfirmationCode } from './confirmation-code.tsx';

type Props = {
  sessions: readonly OwnSession[];
  result: FormResult;
  call: Call;
  onEnded: (sessions: readonly OwnSession[]) => void;
};

export function AccountSessions({ sessions, result, call, onEnded }: Props) {
  const reader = useReader();
  const { t } = reader;
  const [message, setMessage] = useState(result.message);
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useForm(endOtherStaffSessions, {
    call,
    broken: t('console:act.broken'),
    inputOf: () => ({}),
    onDone: ({ items }) => {
      onEnded(items);
      setMessage({ kind: 'ok', text: t('console:account.others_ended') });
      // The focused button is removed.
      heading.current?.focus();
    },
  });
  return (
    <section className="card stack" aria-labelledby="sessions">
      <h2 id="sessions" ref={heading} tabIndex={-1}>
        {t('console:account.sessions')}
      </h2>
      <div role="status">{message && <Notice kind={message.kind}>{message.text}</Notice>}</div>
      <ul className="rows">
        {sessions.map((session) => (
          <li key={session.id} className="row between">
            <span>
              {[session.device || t('console:account.device_unknown'), session.address].join(' · ')}{' '}
              <small className="muted">
                {session.is_this
                  ? t('console:account.session_now')
                  : t('console:account.session_seen', { when: whenOf(session.last_seen_at, reader) })}
              </small>
            </span>
            {session.is_this && <Badge kind="ok">{t('console:account.session')}</Badge>}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form of={result.asksCode ? postToPage(form) : form} className="stack">
          <FormNotice of={form} />
          <ConfirmationCode id="sessions-code" result={result} />
          <p>
            <Button name="act" value="sessions" aria-busy={form.isBusy || undefined}>
              {t('console:account.end_others')}
            </Button>
          </p>
        </Form>
      )}
    </section>
  );
}
