import { useEffect, useEffectEvent, useState } from 'react';
import { listWaiting } from '#contracts/console/overview.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { consolePath } from '#domain/console-paths.ts';
import { WAITING_LISTS, WAITING_MAX } from '#domain/waiting.ts';
import { whenOf } from '#i18n/reader.ts';
import { call } from '#client/call.ts';
import { $waiting } from '#stores/waiting.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { useShared } from '#islands/shared/use-shared.ts';

type Props = OutputOf<typeof listWaiting>;

/** Read again after each live count. */
export const OverviewWaiting = withReader(function OverviewWaiting(props: Props) {
  const reader = useReader();
  const { t } = reader;
  const [waiting, setWaiting] = useState(props.waiting);
  const counts = useShared($waiting);
  const refresh = useEffectEvent(async () => {
    const answer = await call(listWaiting, {}, { isUnasked: true });
    if (answer?.success) setWaiting(answer.data.waiting);
  });
  useEffect(() => {
    if (counts) void refresh();
  }, [counts]);
  const shown = waiting.filter(({ count }) => count > 0);
  return (
    <section className="stack" aria-labelledby="waits">
      <h2 id="waits">{t('console:overview.waits')}</h2>
      {shown.length === 0 && <p className="muted">{t('console:overview.nothing_waits')}</p>}
      <div className="tiles">
        {shown.map(({ kind, count, oldest_at: oldest }) => (
          <a key={kind} className="tile" href={consolePath(WAITING_LISTS[kind].page, {}, WAITING_LISTS[kind].query)}>
            <b>{count >= WAITING_MAX ? t('console:overview.many', { count }) : count}</b>
            {t(`console:overview.kinds.${kind}`)}
            {oldest && <span>{t('console:overview.since', { when: whenOf(oldest, reader) })}</span>}
          </a>
        ))}
      </div>
    </section>
  );
});
