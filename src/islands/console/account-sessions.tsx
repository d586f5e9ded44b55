import { useRef, useState } from 'react';
import { whenOf } from '#i18n/reader.ts';
import { OwnerField } from '#components/ui/owner-field.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import type { OwnSession, Said, Sent } from './account-props.ts';
import { CodeAsked } from './code-asked.tsx';

type Props = {
  sessions: readonly OwnSession[];
  sent: Sent;
  /** None where there is no other session. */
  onEndOthers: (() => Promise<Said>) | undefined;
};

/** Where I am signed in, and the end of all but this session. */
export function AccountSessions({ sessions, sent, onEndOthers }: Props) {
  const reader = useReader();
  const { t } = reader;
  const [said, setSaid] = useState<Said | undefined>(sent.said);
  const heading = useRef<HTMLHeadingElement>(null);
  const end = async (endOthers: () => Promise<Said>) => {
    const outcome = await endOthers();
    setSaid(outcome);
    // The button is gone.
    if (outcome.kind === 'ok') heading.current?.focus();
  };
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
      {onEndOthers && (
        <form
          method="post"
          className="stack"
          onSubmit={(event) => {
            if (sent.asksCode) return;
            event.preventDefault();
            void end(onEndOthers);
          }}
        >
          <OwnerField owner={reader.owner} />
          <CodeAsked id="sessions-code" sent={sent} />
          <p>
            <Button name="act" value="sessions">
              {t('console:account.end_others')}
            </Button>
          </p>
        </form>
      )}
    </section>
  );
}
