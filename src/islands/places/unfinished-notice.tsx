import type { Transaction } from '#contracts/transactions.ts';
import { path } from '#domain/paths.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { type Act, ActButtons } from './transaction-actions.tsx';
import { isPayable } from './transaction-state.ts';
import { StateBadge } from './state-badge.tsx';

type Props = {
  transaction: Transaction;
  now: Date;
  onActed: (act: Act) => void;
  takesFocus?: boolean;
};

export function UnfinishedNotice({ transaction, now, onActed, takesFocus = false }: Props) {
  const { t, language } = useReader();
  const { id, plan } = transaction;
  const canPay = isPayable(transaction, now);
  return (
    <Notice kind="warn" icon="clock" takesFocus={takesFocus}>
      <div className="stack tight">
        <p>
          <b>{t('refusals:unfinished_transaction')}</b>
        </p>
        <p className="row">
          {t('places:plan_titled', { number: plan.number, title: plan.title })}
          <StateBadge transaction={transaction} />
        </p>
        <div className="row">
          <Button href={path(language, 'transaction', { id })} variant={canPay ? 'primary' : undefined} icon="finance">
            {t(canPay ? 'transactions:go_to_payment' : 'transactions:open')}
          </Button>
          <ActButtons transaction={transaction} onActed={onActed} />
        </div>
      </div>
    </Notice>
  );
}
