import type { ReactNode } from 'react';
import type { Withdrawal } from '#contracts/finance.ts';
import { CURRENCY } from '#domain/money.ts';
import { path } from '#domain/paths.ts';
import type { Reader } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Money } from '#components/ui/money.tsx';
import { CancelForm } from './cancel-form.tsx';
import { StateBadge } from './state-badge.tsx';
import { Fact } from './sums.tsx';
import type { WithdrawalText } from './texts.ts';

/** `usual` says how long one usually takes. */
type Props = {
  withdrawal: Withdrawal;
  usual: string | undefined;
  reader: Reader<WithdrawalText>;
  onCancelled: (withdrawal: Withdrawal) => void;
};

export function WithdrawalCard({ withdrawal, usual, reader, onCancelled }: Props) {
  const { t, language } = reader;
  const { id, amount, fee, arrives, destination, network, state, reason, explorer_url: explorer } = withdrawal;
  const money = (sum: string): ReactNode => <Money amount={sum} currency={CURRENCY} />;
  return (
    <section className="card stack">
      <div className="row between">
        <Money amount={amount} currency={CURRENCY} isFigure />
        <StateBadge state={state} t={t} />
      </div>
      <dl className="facts">
        <Fact name={t('finance:withdraw.to')} mono>
          {destination}
        </Fact>
        <Fact name={t('finance:withdraw.network')}>{t(`finance:networks.${network}`)}</Fact>
        <Fact name={t('finance:withdraw.amount')}>{money(amount)}</Fact>
        <Fact name={t('finance:withdraw.fee')}>{money(fee)}</Fact>
        <Fact name={t('finance:withdraw.arrives')}>{money(arrives)}</Fact>
        {usual && <Fact name={t('finance:withdraw.usual_time')}>{usual}</Fact>}
        {reason && <Fact name={t('finance:withdrawal.reason')}>{reason}</Fact>}
      </dl>
      <div className="row no-print">
        {state === 'requested' && <CancelForm withdrawal={withdrawal} reader={reader} onCancelled={onCancelled} />}
        <CopyButton
          text={destination}
          label={t('finance:withdrawal.copy')}
          texts={{ copied: t('common:frame.copied'), byHand: t('common:frame.copy_by_hand') }}
        />
        {explorer && (
          <Button href={explorer} icon="external" rel="noreferrer" target="_blank">
            {t('finance:withdrawal.explorer')}
          </Button>
        )}
        <Button href={path(language, 'support', { about: `withdrawal:${id}` })} icon="support" variant="plain">
          {t('support:ask_about')}
        </Button>
      </div>
    </section>
  );
}
