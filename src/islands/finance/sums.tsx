import type { ReactNode } from 'react';
import { CURRENCY, moneyText } from '#domain/money.ts';
import { arrivingMicros, type OrderTerms } from '#domain/withdrawal-order.ts';
import { formatMoney } from '#i18n/format.ts';
import type { Say } from '#i18n/island-texts.ts';
import type { Text } from './texts.ts';

type Props = { amountMicros: bigint; terms: OrderTerms; t: Say<Text>; isWhole?: boolean };

/** What is taken off an amount, and what is left of it; `isWhole` begins with the amount itself. */
export function Sums({ amountMicros, terms, t, isWhole = false }: Props) {
  return (
    <>
      {isWhole && <Sum name={t('finance:withdraw.amount')} amount={moneyText(amountMicros)} />}
      <Sum name={t('finance:withdraw.fee')} amount={terms.fee} />
      <Sum name={t('finance:withdraw.arrives')} amount={moneyText(arrivingMicros(amountMicros, terms))} />
    </>
  );
}

function Sum({ name, amount }: { name: string; amount: string }) {
  return (
    <Fact name={name}>
      <span className="money">
        {formatMoney(amount)} <small>{CURRENCY}</small>
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
