import { useEffect, useEffectEvent, useState } from 'react';
import type { Call } from '#contracts/call.ts';
import type { ListTotal } from '#contracts/console/fields.ts';
import { getNodeBalance } from '#contracts/console/withdrawals.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { amountText } from './amount-text.ts';
import { usePoll } from './use-poll.ts';

/** `after` changes with each decision. */
type Props = { call: Call; after: ListTotal | null | undefined };

/** The server asks the node no more often. */
const EVERY_MS = 15_000;

/** Asked after hydration, so a slow node doesn't delay the list. A node that tells no balance leaves nothing here. */
export function NodeBalance({ call, after }: Props) {
  const reader = useReader();
  const { t } = reader;
  const [balance, setBalance] = useState<OutputOf<typeof getNodeBalance>>();
  const ask = () => call(getNodeBalance, {}, { isUnasked: true });
  const read = useEffectEvent(ask);
  useEffect(() => {
    if (after !== undefined) void read().then((answer) => answer?.success && setBalance(answer.data));
  }, [after]);
  usePoll(
    true,
    async () => {
      const answer = document.hidden ? undefined : await ask();
      if (answer?.success) setBalance(answer.data);
    },
    EVERY_MS,
  );
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
