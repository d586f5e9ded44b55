import { useEffect, useEffectEvent, useState } from 'react';
import { getNodeHealth } from '#contracts/console/overview.ts';
import type { OutputOf } from '#contracts/contract.ts';
import type { ReaderProps } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { useReader } from '../use-reader.ts';
import { OVERVIEW_TEXTS } from './overview-texts.ts';
import { useConsole } from './use-console.tsx';

/** The node is asked once the page is there, so that a node that is silent holds no page up. */
export function NodeHealth(props: ReaderProps<(typeof OVERVIEW_TEXTS)[number]>) {
  const { t } = useReader(OVERVIEW_TEXTS, props);
  const { ask, confirmation } = useConsole(t);
  const [health, setHealth] = useState<OutputOf<typeof getNodeHealth>>();
  const look = useEffectEvent(() => ask(getNodeHealth, {}));
  useEffect(() => {
    void look().then((answer) => setHealth(answer?.success ? answer.data : { answers: false, ms: 0 }));
  }, []);
  return (
    <p role="status">
      {t('console:overview.node')}{' '}
      {health ? (
        <Badge kind={health.answers ? 'ok' : 'bad'}>
          {health.answers ? t('console:overview.node_ok', { ms: health.ms }) : t('console:overview.node_down')}
        </Badge>
      ) : (
        t('console:overview.node_asked')
      )}
      {confirmation}
    </p>
  );
}
