import { type SubmitEvent, useRef, useState } from 'react';
import { call } from '#client/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { endSessions, type listSessions } from '#contracts/settings.ts';
import { path } from '#domain/paths.ts';
import { formatDate, formatTime } from '#i18n/format.ts';
import { showToast } from '#stores/toast.ts';
import { OwnerField } from '#components/ui/owner-field.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { AskFirst } from '#islands/shared/ask-first.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { FormNotice } from './form-notice.tsx';

type Props = {
  sessions: readonly Session[];
  /** What the page was refused. */
  notice: string | undefined;
  /** Those that stay are left; the server is to be asked again. */
  onEnded: (isLeft: (session: Session) => boolean) => void;
};

/** Where a member is signed in; each of the others is ended in place, and all of them after a question. */
export function SessionsCard({ sessions, notice: rendered, onEnded }: Props) {
  const { t, language } = useReader();
  const [notice, setNotice] = useState(rendered);
  const heading = useRef<HTMLHeadingElement>(null);
  const ended = (words: string, isLeft: (session: Session) => boolean) => {
    setNotice(undefined);
    onEnded(isLeft);
    showToast(words);
    // The button is gone with its row.
    heading.current?.focus();
  };
  return (
    <>
      <FormNotice text={notice} />
      <section className="card flush">
        <div className="card-head">
          <h2 ref={heading} tabIndex={-1}>
            {t('settings:sessions.title')}
          </h2>
          {sessions.length > 1 && (
            <AskFirst
              page={path(language, 'sessionsEnd')}
              label={t('settings:sessions.end_others')}
              variant="bad"
              question={t('settings:sessions.ask')}
              text={t('settings:sessions.ask_text')}
              confirm={t('settings:sessions.end_others')}
              keep={t('common:keep')}
              broken={t('common:line_broken')}
              act={() => call(endSessions, { all: true })}
              onDone={() => ended(t('settings:done.others_ended'), (one) => one.is_this)}
            />
          )}
        </div>
        <ul className="rows">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              onEnded={() => ended(t('settings:done.session_ended'), (one) => one.id !== session.id)}
              onRefused={(words) => {
                setNotice(words);
                onEnded(() => true);
              }}
            />
          ))}
        </ul>
      </section>
    </>
  );
}

export type Session = OutputOf<typeof listSessions>['items'][number];
type SessionRowProps = {
  session: Session;
  onEnded: () => void;
  onRefused: (words: string) => void;
};

function SessionRow({ session, onEnded, onRefused }: SessionRowProps) {
  const { t, language, timeZone, owner } = useReader();
  const [isBusy, setBusy] = useState(false);
  const { id, place } = session;
  const device = session.device || t('settings:sessions.unknown');
  const at = (time: string) => ({ date: formatDate(time, timeZone), time: formatTime(time, timeZone) });
  const end = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const answer = await call(endSessions, { id });
    setBusy(false);
    if (answer?.success) onEnded();
    else onRefused(answer?.error.detail || t('common:line_broken'));
  };
  return (
    <li>
      <div className="grow">
        <b>{device}</b>
        <p className="hint">
          {[t('settings:sessions.seen', at(session.last_seen_at)), place].filter(Boolean).join(' · ')}
        </p>
      </div>
      {session.is_this ? (
        <Badge kind="ok">{t('settings:sessions.this')}</Badge>
      ) : (
        <form method="post" action={path(language, 'settingsSecurity')} onSubmit={(event) => void end(event)}>
          <OwnerField owner={owner} />
          <input type="hidden" name="id" value={id} autoComplete="off" />
          <Button
            name="act"
            value="end"
            aria-label={t('settings:sessions.end_named', { device, ...at(session.started_at) })}
            aria-busy={isBusy}
          >
            {t('settings:sessions.end')}
          </Button>
        </form>
      )}
    </li>
  );
}
