import { useRef, useState } from 'react';
import { call } from '#client/call.ts';
import { endSessions } from '#contracts/settings.ts';
import { path } from '#domain/paths.ts';
import type { Reader } from '#i18n/reader.ts';
import { showToast } from '#stores/toast.ts';
import { AskFirst } from '../ask-first.tsx';
import { FormNotice } from './form-notice.tsx';
import { type Session, SessionRow } from './session-row.tsx';
import type { SecurityText } from './texts.ts';

type Props = {
  sessions: readonly Session[];
  /** What the page was refused. */
  notice: string | undefined;
  reader: Reader<SecurityText>;
  /** Those that stay are left; the server is to be asked again. */
  onEnded: (isLeft: (session: Session) => boolean) => void;
};

/** Where a member is signed in; each of the others is ended in place, and all of them after a question. */
export function SessionsCard({ sessions, notice: drawn, reader, onEnded }: Props) {
  const { t, language } = reader;
  const [notice, setNotice] = useState(drawn);
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
              reader={reader}
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
