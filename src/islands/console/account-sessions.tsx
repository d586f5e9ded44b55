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
import { type OwnSession, type FormResult, sentByPage } from './account-props.ts';
import { CodeAsked } from './code-asked.tsx';

type Props = {
  sessions: readonly OwnSession[];
  sent: FormResult;
  ask: Call;
  onEnded: (sessions: readonly OwnSession[]) => void;
};

export function AccountSessions({ sessions, sent, ask, onEnded }: Props) {
  const reader = useReader();
  const { t } = reader;
  const [said, setSaid] = useState(sent.said);
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useForm(endOtherStaffSessions, {
    call: ask,
    broken: t('console:act.broken'),
    inputOf: () => ({}),
    onDone: ({ items }) => {
      onEnded(items);
      setSaid({ kind: 'ok', text: t('console:account.others_ended') });
      // The focused button is removed.
      heading.current?.focus();
    },
  });
  return (
    <section className="card stack" aria-labelledby="sessions">
      <h2 id="sessions" ref={heading} tabIndex={-1}>
        {t('console:account.sessions')}
      </h2>
      <div role="status">{said && <Notice kind={said.kind}>{said.text}</Notice>}</div>
      <ul className="rows">
        {sessions.map((session) => (
          <li key={session.id} className="row between">
            <span>
              {[session.device || t('console:account.device_unknown'), session.address].join(' · ')}{' '}
              <small className="muted">
                {t('console:account.session_seen', { when: whenOf(session.last_seen_at, reader) })}
              </small>
            </span>
            {session.is_this && <Badge kind="ok">{t('console:account.session')}</Badge>}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form of={sent.asksCode ? sentByPage(form) : form} className="stack">
          <FormNotice of={form} />
          <CodeAsked id="sessions-code" sent={sent} />
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
