import type { ReactNode } from 'react';
import { cancelWithdrawal, type Withdrawal } from '#contracts/finance.ts';
import type { Language } from '#domain/languages.ts';
import { CURRENCY, moneyText } from '#domain/money.ts';
import { path } from '#domain/paths.ts';
import { arrivingMicros, type OrderTerms } from '#domain/withdrawal-order.ts';
import { timelineOf } from '#domain/withdrawal.ts';
import type { WithdrawalState } from '#domain/withdrawal.ts';
import { formatMoney } from '#i18n/format.ts';
import { type Reader, whenOf } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { AskFirst } from '#islands/shared/ask-first.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';

type Props = { amountMicros: bigint; terms: OrderTerms; isWhole?: boolean };

export function Sums({ amountMicros, terms, isWhole = false }: Props) {
  const { t, language } = useReader();
  const arriving = arrivingMicros(amountMicros, terms);
  return (
    <>
      {isWhole && <Sum name={t('finance:withdraw.amount')} amount={moneyText(amountMicros)} language={language} />}
      <Sum name={t('finance:withdraw.fee')} amount={moneyText(amountMicros - arriving)} language={language} />
      <Sum name={t('finance:withdraw.arrives')} amount={moneyText(arriving)} language={language} />
    </>
  );
}

function Sum({ name, amount, language }: { name: string; amount: string; language: Language }) {
  return (
    <Fact name={name}>
      <span className="money">
        {formatMoney(amount, language)} <small>{CURRENCY}</small>
      </span>
    </Fact>
  );
}

export function Fact({ name, mono, children }: { name: string; mono?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={mono ? 'mono' : undefined}>{children}</dd>
    </div>
  );
}

type CancelFormProps = {
  withdrawal: Withdrawal;
  onCancelled: (withdrawal: Withdrawal) => void;
};

export function CancelForm({ withdrawal: { id, amount }, onCancelled }: CancelFormProps) {
  const { t, language } = useReader();
  return (
    <AskFirst
      contract={cancelWithdrawal}
      input={{ id }}
      page={path(language, 'withdrawalCancellation', { id })}
      label={t('finance:withdrawal.cancel')}
      variant="bad"
      question={t('finance:withdrawal.ask')}
      text={t('finance:withdrawal.ask_text', { amount: `${formatMoney(amount, language)} ${CURRENCY}` })}
      confirm={t('finance:withdrawal.cancel')}
      onDone={onCancelled}
    />
  );
}

type ExplorerLinkProps = { withdrawal: Withdrawal; variant?: 'plain' };

export function ExplorerLink({ withdrawal: { explorer_url: explorer }, variant }: ExplorerLinkProps) {
  const { t } = useReader();
  return (
    explorer && (
      <Button href={explorer} variant={variant} icon="external" rel="noreferrer" target="_blank">
        {t('finance:withdrawal.explorer')}
      </Button>
    )
  );
}

const KINDS = {
  requested: 'warn',
  approved: 'info',
  sending: 'info',
  completed: 'ok',
  cancelled: 'off',
  rejected: 'bad',
  failed: 'bad',
} as const satisfies Record<WithdrawalState, string>;

export function StateBadge({ state }: { state: WithdrawalState }) {
  const { t } = useReader();
  return <Badge kind={KINDS[state]}>{t(`finance:state.${state}`)}</Badge>;
}

export function stepsOf(withdrawal: Withdrawal, reader: Reader) {
  const { t } = reader;
  return timelineOf(withdrawal).map(({ state, step, isCurrent }) => ({
    title: t(`finance:state.${state}`),
    at: step && { iso: step.at, text: whenOf(step.at, reader) },
    note: step ? t(`finance:actor.${step.actor}`) : t('finance:withdrawal.to_come'),
    isCurrent,
  }));
}
