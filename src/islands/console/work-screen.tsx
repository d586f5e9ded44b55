import { useEffect, useRef, useState } from 'react';
import type { Call } from '#contracts/call.ts';
import { getWork, type Work } from '#contracts/console/work.ts';
import { consolePath } from '#domain/console-paths.ts';
import { isRefusalCode } from '#domain/refusals.ts';
import { WITHDRAWAL_STATES } from '#domain/withdrawal.ts';
import type { Translate } from '#i18n/translator.ts';
import { Badge } from '#components/ui/badge.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ActionText } from './audit-words.tsx';
import { useConsole } from './use-console.tsx';
import { usePoll } from './use-poll.ts';

type Props = { start: Work };

/** The work continues without this page, which only polls it. */
export const WorkScreen = withReader(function WorkScreen({ start }: Props) {
  const { call, confirmation } = useConsole();
  const [work, setWork] = useState(start);
  useWork(call, work.id, !work.finished_at, setWork);
  return (
    <section className="card stack">
      <Progress work={work} />
      {confirmation}
    </section>
  );
});

type StartedProps = { call: Call; id: string; onFinished: () => void };

/** Work that this page has started, beside its list. */
export function StartedWork({ call, id, onFinished }: StartedProps) {
  const { t } = useReader();
  const [work, setWork] = useState<Work>();
  const section = useRef<HTMLElement>(null);
  useWork(call, id, !work?.finished_at, (now) => {
    setWork(now);
    if (now.finished_at) onFinished();
  });
  // The button that was pressed is gone.
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} className="card stack" tabIndex={-1} aria-label={t('console:work.title')}>
      {work ? <Progress work={work} /> : <p className="muted">{t('common:frame.loading')}</p>}
      <a className="link" href={consolePath('work', { id })}>
        {t('console:work.open')}
      </a>
    </section>
  );
}

function useWork(call: Call, id: string, isActive: boolean, onWork: (work: Work) => void): void {
  usePoll(isActive, async () => {
    const answer = await call(getWork, { id });
    if (answer?.success) onWork(answer.data);
  });
}

function Progress({ work }: WorkProps) {
  const { t } = useReader();
  const { finished_at: finishedAt, done, total, lines_done: lines, failed } = work;
  return (
    <>
      <p>
        <ActionText action={work.action} /> · {work.reason}
      </p>
      <progress max={total} value={done} aria-label={t('console:work.title')} />
      <p role="status">
        <b>{t('console:work.progress', { done, total })}</b>{' '}
        {t(finishedAt ? 'console:work.finished' : 'console:work.running')}{' '}
        {Boolean(lines) && t('console:work.lines', { lines: lines ?? 0 })}
      </p>
      <Outcomes work={work} />
      {failed.length > 0 && (
        <>
          <h2>{t('console:work.failed')}</h2>
          <ul className="rows">
            {failed.map(({ subject, outcome }) => (
              <li key={subject}>
                <Subject action={work.action} subject={subject} /> {outcomeText(outcome ?? '', t)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

type WorkProps = { work: Work };

/** “12 declined”, “1 already completed”. */
function Outcomes({ work: { action, outcomes } }: WorkProps) {
  const { t } = useReader();
  const { done = 0, waiting = 0, ...failures } = outcomes;
  return (
    <p>
      <Badge kind="ok">
        {done} {t(`console:work.outcomes.${DONE[action] ?? 'done'}`)}
      </Badge>{' '}
      {waiting > 0 && (
        <Badge kind="info">
          {waiting} {t('console:work.outcomes.waiting')}
        </Badge>
      )}{' '}
      {Object.entries(failures).map(([outcome, count]) => (
        <span key={outcome}>
          <Badge kind="bad">
            {count} {movedOnText(outcome, t) ?? t('console:work.outcomes.other')}
          </Badge>{' '}
        </span>
      ))}
    </p>
  );
}

const DONE: Partial<Record<string, 'approved' | 'declined'>> = {
  'withdrawals approve': 'approved',
  'withdrawals reject': 'declined',
};

function outcomeText(outcome: string, t: Translate): string {
  const [code = ''] = outcome.split(' ');
  return movedOnText(outcome, t) ?? (isRefusalCode(code) ? t(`refusals:${code}`) : outcome);
}

/** A withdrawal that was decided before tells its state. */
function movedOnText(outcome: string, t: Translate): string | undefined {
  const [code, about] = outcome.split(' ');
  const state = WITHDRAWAL_STATES.find((name) => name === about);
  if (code !== 'withdrawal_moved_on' || !state) return undefined;
  return t('console:work.moved_on', { state: t(`console:withdrawals.states.${state}`) });
}

function Subject({ action, subject }: { action: string; subject: string }) {
  if (!action.startsWith('withdrawals ')) return <span className="mono">{subject}</span>;
  return (
    <a className="link mono" href={consolePath('withdrawal', { id: subject })}>
      {subject}
    </a>
  );
}
