import { useState } from 'react';
import { getWork, type Work } from '#contracts/console/work.ts';
import { Badge } from '#components/ui/badge.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ActionText } from './audit-words.tsx';
import { useConsole } from './use-console.tsx';
import { usePoll } from './use-poll.ts';

type Props = { start: Work };

/** The work continues without this page, which only polls it. */
export const WorkScreen = withReader(function WorkScreen({ start }: Props) {
  const { t } = useReader();
  const { call, confirmation } = useConsole();
  const [work, setWork] = useState(start);
  const { id, finished_at: finishedAt, done, total, lines_done: lines, outcomes, failed } = work;
  usePoll(!finishedAt, async () => {
    const answer = await call(getWork, { id });
    if (answer?.success) setWork(answer.data);
  });
  return (
    <section className="card stack">
      <p>
        <ActionText action={work.action} /> · {work.reason}
      </p>
      <progress max={total} value={done} aria-label={t('console:work.title')} />
      <p role="status">
        <b>{t('console:work.progress', { done, total })}</b>{' '}
        {t(finishedAt ? 'console:work.finished' : 'console:work.running')}{' '}
        {Boolean(lines) && t('console:work.lines', { lines: lines ?? 0 })}
      </p>
      <p>
        {(['done', 'waiting'] as const).map((outcome) => (
          <span key={outcome}>
            <Badge kind={outcome === 'done' ? 'ok' : 'info'}>
              {outcomes[outcome] ?? 0} {t(`console:work.outcomes.${outcome}`)}
            </Badge>{' '}
          </span>
        ))}
      </p>
      {failed.length > 0 && (
        <>
          <h2>{t('console:work.failed')}</h2>
          <ul className="rows">
            {failed.map(({ subject, outcome }) => (
              <li key={subject}>
                <span className="mono">{subject}</span> {outcome}
              </li>
            ))}
          </ul>
        </>
      )}
      {confirmation}
    </section>
  );
});
