import { type SubmitEvent, useState } from 'react';
import { call } from '#client/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { endSessions, type listSessions } from '#contracts/settings.ts';
import { path } from '#domain/paths.ts';
import { formatDate, formatTime } from '#i18n/format.ts';
import type { Reader } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import type { SecurityText } from './texts.ts';

export type Session = OutputOf<typeof listSessions>['items'][number];
type Props = {
  session: Session;
  reader: Reader<SecurityText>;
  onEnded: () => void;
  onRefused: (words: string) => void;
};

export function SessionRow({ session, reader, onEnded, onRefused }: Props) {
  const { t, language, timeZone } = reader;
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
