import type { Ref } from 'react';
import type { Withdrawal } from '#contracts/finance.ts';
import { shortDestination } from '#domain/destination.ts';
import { CURRENCY } from '#domain/money.ts';
import { path } from '#domain/paths.ts';
import { Button } from '#components/ui/button.tsx';
import { Money } from '#components/ui/money.tsx';
import { Timeline } from '#components/ui/timeline.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { CancelForm, StateBadge, stepsOf } from './withdrawal.tsx';

type Props = {
  withdrawals: readonly Withdrawal[];
  usual: string | undefined;
  title: Ref<HTMLHeadingElement>;
  onCancelled: (withdrawal: Withdrawal) => void;
};

export function OpenWithdrawals({ withdrawals, usual, title, onCancelled }: Props) {
  const { t } = useReader();
  return (
    <section id="open" className="card flush no-print" aria-labelledby="open-title">
      <div className="card-head">
        <h2 id="open-title" ref={title} tabIndex={-1}>
          {t('finance:open.title')}
        </h2>
        {usual && <small className="muted">{t('finance:open.usually', { time: usual })}</small>}
      </div>
      <ul className="rows">
        {withdrawals.map((withdrawal) => (
          <li key={withdrawal.id}>
            <OpenWithdrawal withdrawal={withdrawal} onCancelled={onCancelled} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type OneProps = Pick<Props, 'onCancelled'> & { withdrawal: Withdrawal };

function OpenWithdrawal({ withdrawal, onCancelled }: OneProps) {
  const reader = useReader();
  const { t, language } = reader;
  const { id, amount, destination, state, explorer_url } = withdrawal;
  const steps = stepsOf(withdrawal, reader);
  return (
    <div className="stack grow">
      <div className="row between">
        <a className="row" href={path(language, 'withdrawal', { id })}>
          <b>
            <Money amount={amount} language={language} currency={CURRENCY} />
          </b>
          <span className="muted">{shortDestination(destination)}</span>
        </a>
        <StateBadge state={state} />
      </div>
      <Timeline label={t('finance:withdrawal.steps')} steps={steps} />
      <div className="row">
        {state === 'requested' && <CancelForm withdrawal={withdrawal} onCancelled={onCancelled} />}
        {explorer_url && (
          <Button href={explorer_url} variant="plain" icon="external" rel="noreferrer" target="_blank">
            {t('finance:withdrawal.explorer')}
          </Button>
        )}
      </div>
    </div>
  );
}
