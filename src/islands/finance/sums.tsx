import type { ReactNode } from 'react';
import { CURRENCY, moneyText } from '#domain/money.ts';
import { arrivingMicros, type OrderTerms } from '#domain/withdrawal-order.ts';
import { formatMoney } from '#i18n/format.ts';
import type { Words } from './words.ts';

type Props = { amountMicros: bigint; terms: OrderTerms; words: Words; isWhole?: boolean };

/** What is taken off an amount, and what is left of it; `isWhole` begins with the amount itself. */
export function Sums({ amountMicros, terms, words, isWhole = false }: Props) {
  return (
    <>
      {isWhole && <Sum name={words.amount} amount={moneyText(amountMicros)} />}
      <Sum name={words.fee} amount={terms.fee} />
      <Sum name={words.arrives} amount={moneyText(arrivingMicros(amountMicros, terms))} />
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
