import { useEffect, useEffectEvent, useState } from 'react';
import { getNodeHealth } from '#contracts/console/overview.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { Badge } from '#components/ui/badge.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { useConsole } from './use-console.tsx';

/** Called after hydration, so a silent node doesn't delay the page. */
export const NodeHealth = withReader(function NodeHealth() {
  const { t } = useReader();
  const { call, confirmation } = useConsole();
  const [health, setHealth] = useState<OutputOf<typeof getNodeHealth>>();
  const requestHealth = useEffectEvent(() => call(getNodeHealth, {}));
  useEffect(() => {
    void requestHealth().then((answer) => setHealth(answer?.success ? answer.data : { answers: false, ms: 0 }));
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
});
