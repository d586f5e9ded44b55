import { useState } from 'react';
import type { Call } from '#contracts/call.ts';
import { approveSeveral, type ConsoleWithdrawal } from '#contracts/console/withdrawals.ts';
import { consolePath } from '#domain/console-paths.ts';
import { moneyText, parseMoney } from '#domain/money.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { ActDialog } from './act-dialog.tsx';
import { amountText } from './amount-text.ts';

type Props = { call: Call; rows: readonly ConsoleWithdrawal[]; onClose: () => void };

/** Rows with risk flags are left out unless they are included on purpose. */
export function ApproveSeveral({ call, rows, onClose }: Props) {
  const reader = useReader();
  const { t } = reader;
  const [includesFlagged, setIncludesFlagged] = useState(false);
  const flagged = rows.filter(({ risks }) => risks.length > 0);
  const approved = includesFlagged ? rows : rows.filter(({ risks }) => risks.length === 0);
  return (
    <ActDialog
      title={t('console:withdrawals.approve_selected')}
      command={() => approved.map(({ id }) => ({ words: ['withdrawals', 'approve', id] }))}
      call={call}
      contract={approveSeveral}
      input={{ ids: approved.map(({ id }) => id) }}
      isBlocked={approved.length === 0}
      onDone={({ work }) => location.assign(consolePath('work', { id: work }))}
      onClose={onClose}
    >
      <p>
        {t('console:list.rows', { count: approved.length })} · {amountText(sumOf(approved), reader)}
      </p>
      {flagged.length > 0 && (
        <>
          <Notice kind="warn">
            {t('console:withdrawals.flagged', { count: flagged.length, amount: amountText(sumOf(flagged), reader) })}
          </Notice>
          <label className="check">
            <input
              type="checkbox"
              checked={includesFlagged}
              onChange={({ currentTarget: { checked } }) => setIncludesFlagged(checked)}
            />
            {t('console:withdrawals.include_flagged')}
          </label>
        </>
      )}
    </ActDialog>
  );
}

/** Sums in micros; amounts have two to six decimal places. */
function sumOf(rows: readonly ConsoleWithdrawal[]): string {
  return moneyText(rows.reduce((sum, { amount }) => sum + (parseMoney(amount) ?? 0n), 0n));
}
