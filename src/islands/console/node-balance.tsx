import { useEffect, useEffectEvent, useState } from 'react';
import type { Call } from '#contracts/call.ts';
import { getNodeBalance } from '#contracts/console/withdrawals.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { amountText } from './amount-text.ts';

/** Asked after hydration, so a slow node doesn't delay the list. A node that tells no balance leaves nothing here. */
export function NodeBalance({ call }: { call: Call }) {
  const reader = useReader();
  const { t } = reader;
  const [balance, setBalance] = useState<OutputOf<typeof getNodeBalance>>();
  const read = useEffectEvent(() => call(getNodeBalance, {}));
  useEffect(() => {
    void read().then((answer) => answer?.success && setBalance(answer.data));
  }, []);
  const available = balance?.available;
  return (
    <div role="status">
      {balance && available && (
        <>
          <p>{t('console:withdrawals.node.balance', { amount: amountText(available, reader) })}</p>
          {!balance.is_enough && (
            <Notice kind="warn">
              {t('console:withdrawals.node.too_little', { amount: amountText(balance.waiting, reader) })}
            </Notice>
          )}
        </>
      )}
    </div>
  );
}
