import type { ReactNode, Ref } from 'react';
import type { Withdrawal } from '#contracts/finance.ts';
import { shortDestination } from '#domain/destination.ts';
import { CURRENCY } from '#domain/money.ts';
import { path } from '#domain/paths.ts';
import { isOpen } from '#domain/withdrawal.ts';
import type { Balance } from '#stores/balance.ts';
import { Money } from '#components/ui/money.tsx';
import { Timeline } from '#components/ui/timeline.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { Receipt } from './receipt.tsx';
import { CancelForm, ExplorerLink, StateBadge, stepsOf } from './withdrawal.tsx';

type Props = {
  withdrawals: readonly Withdrawal[];
  saved: Balance['withdrawal']['saved_destinations'];
  usual: string | undefined;
  title: Ref<HTMLHeadingElement>;
  onCancelled: (withdrawal: Withdrawal) => void;
};

/** Also those that have just ended, as receipts. */
export function OpenWithdrawals({ withdrawals, saved, usual, title, onCancelled }: Props) {
  const { t } = useReader();
  const areAllOpen = withdrawals.every(({ state }) => isOpen(state));
  return (
    <section id="open" className="card flush no-print" aria-labelledby="open-title">
      <div className="card-head">
        <h2 id="open-title" ref={title} tabIndex={-1}>
          {t(areAllOpen ? 'finance:open.title' : 'finance:open.recent')}
        </h2>
        {areAllOpen && usual && <small className="muted">{t('finance:open.usually', { time: usual })}</small>}
      </div>
      <ul className="rows">
        {withdrawals.map((withdrawal) => (
          <li key={withdrawal.id}>
            {isOpen(withdrawal.state) ? (
              <OpenWithdrawal withdrawal={withdrawal} onCancelled={onCancelled} />
            ) : (
              <Receipt withdrawal={withdrawal} saved={saved} head={<Head withdrawal={withdrawal} />} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type OneProps = Pick<Props, 'onCancelled'> & { withdrawal: Withdrawal };

function OpenWithdrawal({ withdrawal, onCancelled }: OneProps) {
  const reader = useReader();
  const { t } = reader;
  return (
    <div className="stack grow">
      <Head withdrawal={withdrawal} />
      <Timeline label={t('finance:withdrawal.steps')} steps={stepsOf(withdrawal, reader)} />
      <div className="row">
        {withdrawal.state === 'requested' && <CancelForm withdrawal={withdrawal} onCancelled={onCancelled} />}
        <ExplorerLink withdrawal={withdrawal} variant="plain" />
      </div>
    </div>
  );
}

function Head({ withdrawal: { id, amount, destination, state } }: { withdrawal: Withdrawal }): ReactNode {
  const { language } = useReader();
  return (
    <div className="row between">
      <a className="row" href={path(language, 'withdrawal', { id })}>
        <b>
          <Money amount={amount} language={language} currency={CURRENCY} />
        </b>
        <span className="muted">{shortDestination(destination)}</span>
      </a>
      <StateBadge state={state} />
    </div>
  );
}
