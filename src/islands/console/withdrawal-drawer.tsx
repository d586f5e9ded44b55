import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Call } from '#contracts/call.ts';
import { type ConsoleWithdrawal, getConsoleWithdrawal, type WithdrawalCard } from '#contracts/console/withdrawals.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { amountText } from './amount-text.ts';
import type { OpenRow } from './use-open-row.ts';
import { type WithdrawalAct, WithdrawalButtons } from './withdrawal-dialog.tsx';
import { WithdrawalDetails } from './withdrawal-details.tsx';
import { WithdrawalFacts } from './withdrawal-parts.tsx';

type Props = {
  call: Call;
  row: ConsoleWithdrawal;
  step: OpenRow<ConsoleWithdrawal>['step'];
  canDecide: boolean;
  /** Result of a decision about this row. */
  message: string | undefined;
  onAct: (act: WithdrawalAct) => void;
  onClose: () => void;
};

export function WithdrawalDrawer({ call, row, step, canDecide, message, onAct, onClose }: Props) {
  const reader = useReader();
  const { t } = reader;
  const { card, isBroken, retry } = useCard(call, row);
  const next = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone.
  useEffect(() => {
    if (message) next.current?.focus();
  }, [message]);
  return (
    <Dialog
      kind="drawer"
      title={`${amountText(row.amount, reader)} · ${row.username}`}
      close={t('console:act.close')}
      onClose={onClose}
    >
      <div className="row drawer-acts">
        {([-1, 1] as const).map((by) => (
          <button
            key={by}
            ref={by === 1 ? next : undefined}
            type="button"
            className="btn square"
            aria-label={t(by === 1 ? 'console:list.keys.next' : 'console:list.keys.previous')}
            aria-disabled={!step(by) || undefined}
            onClick={() => step(by)?.()}
          >
            <Icon name="back" {...(by === 1 && { className: 'turned' })} />
          </button>
        ))}
        {canDecide && <WithdrawalButtons row={row} onAct={onAct} isMain />}
      </div>
      <div role="status">{message && <Notice kind="ok">{message}</Notice>}</div>
      {card ? <WithdrawalDetails card={card} /> : <WithdrawalFacts row={row} />}
      {!card && !isBroken && <p className="muted">{t('common:frame.loading')}</p>}
      {isBroken && (
        <Notice kind="bad">
          <p>{t('console:withdrawals.card_broken')}</p>
          <Button type="button" onClick={retry}>
            {t('console:withdrawals.again')}
          </Button>
        </Notice>
      )}
    </Dialog>
  );
}

type LoadedCard = { id: string; card: WithdrawalCard | undefined };

/** Loads again when the row has changed; an answer about another row is dropped. */
function useCard(call: Call, row: ConsoleWithdrawal) {
  const [loaded, setLoaded] = useState<LoadedCard>();
  const read = useEffectEvent(({ id }: ConsoleWithdrawal) => load(call, id));
  useEffect(() => {
    let isCancelled = false;
    void read(row).then((next) => isCancelled || setLoaded(next));
    return () => {
      isCancelled = true;
    };
  }, [row]);
  const ofRow = loaded?.id === row.id ? loaded : undefined;
  return {
    card: ofRow?.card,
    isBroken: ofRow !== undefined && !ofRow.card,
    retry: () => void load(call, row.id).then((next) => setLoaded((now) => (now?.id === row.id ? next : now))),
  };
}

async function load(call: Call, id: string): Promise<LoadedCard> {
  const answer = await call(getConsoleWithdrawal, { id });
  return { id, card: answer?.success ? answer.data : undefined };
}
