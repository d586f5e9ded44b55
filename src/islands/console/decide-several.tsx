import { type ReactNode, useState } from 'react';
import type { Call } from '#contracts/call.ts';
import { approveSeveral, type ConsoleWithdrawal, rejectSeveral } from '#contracts/console/withdrawals.ts';
import { moneyText, parseMoney } from '#domain/money.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { ActDialog } from './act-dialog.tsx';
import { amountText } from './amount-text.ts';
import { canApprove, canReject, SaidFields, type WithdrawalAct } from './withdrawal-dialog.tsx';

type Props = {
  call: Call;
  act: WithdrawalAct;
  rows: readonly ConsoleWithdrawal[];
  onStarted: (work: string) => void;
  onClose: () => void;
};

/** Rows with risk flags are approved only on purpose, and declined unless they are taken out. */
export function DecideSeveral({ call, act, rows, onStarted, onClose }: Props) {
  const { t } = useReader();
  const [includesFlagged, setIncludesFlagged] = useState(act === 'reject');
  const open = rows.filter(act === 'approve' ? canApprove : canReject);
  const flagged = open.filter(({ risks }) => risks.length > 0);
  const decided = includesFlagged ? open : open.filter(({ risks }) => risks.length === 0);
  const shared = {
    call,
    isBlocked: decided.length === 0,
    onDone: ({ work }: { work: string }) => onStarted(work),
    onClose,
  };
  const ids = decided.map(({ id }) => id);
  const choice = (
    <>
      <Counted rows={decided} />
      {open.length < rows.length && (
        <Notice>{t('console:withdrawals.not_open', { count: rows.length - open.length })}</Notice>
      )}
      <Flagged {...{ act, includesFlagged }} rows={flagged}>
        <input
          type="checkbox"
          checked={includesFlagged}
          onChange={({ currentTarget: { checked } }) => setIncludesFlagged(checked)}
        />
      </Flagged>
    </>
  );
  if (act === 'approve') {
    return (
      <ActDialog
        {...shared}
        title={t('console:withdrawals.approve_selected')}
        command={() => ids.map((id) => ({ words: ['withdrawals', 'approve', id] }))}
        contract={approveSeveral}
        input={{ ids }}
      >
        {choice}
      </ActDialog>
    );
  }
  return (
    <ActDialog
      {...shared}
      title={t('console:withdrawals.reject_selected')}
      isBad
      command={({ said }) =>
        ids.map((id) => ({ words: ['withdrawals', 'reject', id], options: { said: said || '…' } }))
      }
      contract={rejectSeveral}
      input={{ ids }}
      renderFields={(form) => <SaidFields {...form} />}
    >
      {choice}
    </ActDialog>
  );
}

function Counted({ rows }: { rows: readonly ConsoleWithdrawal[] }) {
  const reader = useReader();
  return (
    <p>
      {reader.t('console:list.rows', { count: rows.length })} · {amountText(sumOf(rows), reader)}
    </p>
  );
}

type FlaggedProps = {
  act: WithdrawalAct;
  includesFlagged: boolean;
  rows: readonly ConsoleWithdrawal[];
  children: ReactNode;
};

function Flagged({ act, includesFlagged, rows, children }: FlaggedProps) {
  const reader = useReader();
  const { t } = reader;
  if (rows.length === 0) return null;
  return (
    <>
      <Notice kind="warn">
        {t(includesFlagged ? 'console:withdrawals.flagged_declined' : 'console:withdrawals.flagged', {
          ...{ count: rows.length, amount: amountText(sumOf(rows), reader) },
        })}
      </Notice>
      <label className="check">
        {children}
        {t(act === 'approve' ? 'console:withdrawals.include_flagged' : 'console:withdrawals.decline_flagged')}
      </label>
    </>
  );
}

/** Sums in micros; amounts have two to six decimal places. */
function sumOf(rows: readonly ConsoleWithdrawal[]): string {
  return moneyText(rows.reduce((sum, { amount }) => sum + (parseMoney(amount) ?? 0n), 0n));
}
