import { useState } from 'react';
import type { Call } from '#contracts/call.ts';
import { type ConsoleTransaction, refundOne, settleOne } from '#contracts/console/transactions.ts';
import { Badge, type BadgeKind } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { amountText } from './amount-text.ts';
import { ActDialog } from './act-dialog.tsx';

type Act = 'settle' | 'refund';
type Props = {
  call: Call;
  row: ConsoleTransaction;
  onDone: (row: ConsoleTransaction, message: string) => void;
};

const CALLS = { settle: settleOne, refund: refundOne };

export function TransactionActs({ call, row, onDone }: Props) {
  const reader = useReader();
  const { t } = reader;
  const [act, setAct] = useState<Act>();
  return (
    <>
      {row.can_settle && (
        <Button type="button" onClick={() => setAct('settle')}>
          {t('console_money:transactions.settle')}
        </Button>
      )}{' '}
      {row.can_refund && (
        <Button type="button" variant="plain" onClick={() => setAct('refund')}>
          {t('console_money:transactions.refund')}
        </Button>
      )}
      {act && (
        <ActDialog
          title={t(`console_money:transactions.${act}`)}
          isBad={act === 'refund'}
          command={() => ({ words: ['transactions', act, row.id] })}
          call={call}
          contract={CALLS[act]}
          input={{ id: row.id }}
          onDone={({ outcome, transaction }) => {
            setAct(undefined);
            const done =
              act === 'settle' ? 'console_money:transactions.settled' : 'console_money:transactions.refunded';
            onDone(transaction, t(outcome === 'waiting' ? 'console:act.waiting' : done));
          }}
          onClose={() => setAct(undefined)}
        >
          <p>
            <b>{amountText(row.paid, reader)}</b> · {row.username} · {row.plan}
          </p>
          <p>
            {t(act === 'settle' ? 'console_money:transactions.settle_text' : 'console_money:transactions.refund_text')}
          </p>
        </ActDialog>
      )}
    </>
  );
}

const KINDS: Record<ConsoleTransaction['state'], BadgeKind> = {
  awaiting_payment: 'info',
  underpaid: 'warn',
  confirming: 'info',
  expired: 'off',
  paid_late: 'warn',
  active: 'ok',
  cancelled: 'off',
};

type RowProps = { row: ConsoleTransaction };

export function TransactionBadges({ row }: RowProps) {
  const { t } = useReader();
  return (
    <>
      <Badge kind={KINDS[row.state]}>{t(`console_money:transactions.states.${row.state}`)}</Badge>
      {row.waits_for_second && (
        <>
          {' '}
          <Badge kind="info">{t('console_money:transactions.waits_second')}</Badge>
        </>
      )}
    </>
  );
}

export function TransactionMarks({ row: { marks } }: RowProps) {
  const { t } = useReader();
  return marks.map((mark) => (
    <span key={mark}>
      <Badge kind="warn">{t(`console_money:transactions.marks.${mark}`)}</Badge>{' '}
    </span>
  ));
}
