import { useRef, useState } from 'react';
import type { OutputOf } from '#contracts/contract.ts';
import { endSessions, type listSessions } from '#contracts/settings.ts';
import { path } from '#domain/paths.ts';
import { formatDate, formatTime } from '#i18n/format.ts';
import { showToast } from '#stores/toast.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { AskFirst } from '#islands/shared/ask-first.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { focusRow, SettingFold } from './setting-row.tsx';

type Props = {
  sessions: readonly Session[];
  notice: string | undefined;
  onEnded: (remains: (session: Session) => boolean) => void;
};

export function SessionsRow({ sessions, notice: rendered, onEnded }: Props) {
  const { t, language } = useReader();
  const [notice, setNotice] = useState(rendered);
  const row = useRef<HTMLDetailsElement>(null);
  const handleEnded = (message: string, remains: (session: Session) => boolean) => {
    setNotice(undefined);
    onEnded(remains);
    showToast(message);
    // The focused button is removed with its row.
    focusRow(row.current);
  };
  return (
    <SettingFold
      ref={row}
      id="sessions"
      startsOpen={rendered !== undefined}
      name={t('settings:sessions.title')}
      state={t('settings:security.devices', { count: sessions.length })}
      action={t('settings:security.manage')}
    >
      <div className="stack">
        <FormNotice of={{ notice: notice ? { text: notice } : undefined }} />
        <ul className="rows">
          {sessions.map((session) => (
            <SessionEntry
              key={session.id}
              session={session}
              onEnded={() => handleEnded(t('settings:done.session_ended'), (other) => other.id !== session.id)}
              onRefused={() => onEnded(() => true)}
            />
          ))}
        </ul>
        {sessions.length > 1 && (
          <div className="row">
            <AskFirst
              contract={endSessions}
              input={{ all: true }}
              page={path(language, 'sessionsEnd')}
              label={t('settings:sessions.end_others')}
              variant="bad"
              question={t('settings:sessions.ask')}
              text={t('settings:sessions.ask_text')}
              confirm={t('settings:sessions.end_others')}
              onDone={() => handleEnded(t('settings:done.others_ended'), (session) => session.is_this)}
            />
          </div>
        )}
      </div>
    </SettingFold>
  );
}

export type Session = OutputOf<typeof listSessions>['items'][number];
type SessionEntryProps = {
  session: Session;
  onEnded: () => void;
  onRefused: () => void;
};

function SessionEntry({ session, onEnded, onRefused }: SessionEntryProps) {
  const { t, language, timeZone } = useReader();
  const { id, place } = session;
  const device = session.device || t('settings:sessions.unknown');
  const at = (time: string) => ({ date: formatDate(time, timeZone), time: formatTime(time, timeZone) });
  const form = useForm(endSessions, {
    inputOf: () => ({ id }),
    onDone: onEnded,
    onRefused: () => {
      onRefused();
      return false;
    },
  });
  return (
    <li>
      <div className="grow">
        <b>{device}</b>
        <p className="hint">
          {[session.is_this ? t('settings:sessions.now') : t('settings:sessions.seen', at(session.last_seen_at)), place]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {session.is_this ? (
        <Badge kind="ok">{t('settings:sessions.this')}</Badge>
      ) : (
        <Form of={form} action={path(language, 'settingsSecurity')}>
          <FormNotice of={form} />
          <input type="hidden" name="id" value={id} autoComplete="off" />
          <Button
            name="act"
            value="end"
            aria-label={t('settings:sessions.end_named', { device, ...at(session.started_at) })}
            aria-busy={form.isBusy}
          >
            {t('settings:sessions.end')}
          </Button>
        </Form>
      )}
    </li>
  );
}
