import type { Transaction } from '#contracts/transactions.ts';
import { type Reader, whenOf } from '#i18n/reader.ts';
import { Money } from '#components/ui/money.tsx';
import type { InvoiceText } from './texts.ts';

type Props = { payments: Transaction['payments']; reader: Reader<InvoiceText> };

/** Everything that has come for a transaction. */
export function Payments({ payments, reader }: Props) {
  return (
    <section className="card stack">
      <h2>{reader.t('transactions:payments')}</h2>
      <dl className="facts">
        {payments.map(({ amount, currency, at }) => (
          <div key={`${at} ${amount}`}>
            <dt>
              <time dateTime={at}>{whenOf(at, reader)}</time>
            </dt>
            <dd>
              <Money amount={amount} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
