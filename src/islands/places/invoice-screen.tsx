import { useState } from 'react';
import type { Transaction } from '#contracts/transactions.ts';
import { path } from '#domain/paths.ts';
import { shownOf } from '#domain/transaction.ts';
import { whenOf } from '#i18n/reader.ts';
import { showAddress } from '#stores/current-url.ts';
import { showToast } from '#stores/toast.ts';
import { Money } from '#components/ui/money.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useKeptFocus } from '#islands/shared/use-kept-focus.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { DONE_TEXTS } from './transaction-actions.tsx';
import { InvoiceSteps } from './invoice-steps.tsx';
import { Invoice } from './invoice.tsx';
import { newsOf, useLiveTransaction } from './use-live-transaction.ts';
import { useNow } from './use-now.ts';

type Props = {
  start: Transaction;
  renderedAt: string;
  message?: { kind: 'ok' | 'bad'; text: string } | undefined;
};

export const InvoiceScreen = withReader(function InvoiceScreen(props: Props) {
  const { start, message } = props;
  const reader = useReader();
  const now = useNow(props.renderedAt);
  const [transaction, setTransaction] = useState(start);
  const [announcement, setAnnouncement] = useState('');
  const { box, keep } = useKeptFocus<HTMLElement>();
  const show = (next: Transaction) => {
    keep();
    setTransaction(next);
  };
  useLiveTransaction({
    transaction,
    hasMoved: (next, current) => shownOf(next) !== shownOf(current),
    onMoved: (next) => {
      show(next);
      setAnnouncement(newsOf(next, reader));
    },
  });
  return (
    <>
      {message && transaction === start && <Notice kind={message.kind}>{message.text}</Notice>}
      <div className="stack split">
        <section ref={box} className="card stack" tabIndex={-1}>
          <Invoice
            transaction={transaction}
            now={now}
            announcement={announcement}
            onActed={(act, next) => {
              show(next);
              showAddress(path(reader.language, 'transaction', { id: next.id }), 'replace');
              showToast(reader.t(DONE_TEXTS[act]));
            }}
          />
        </section>
        <div className="stack">
          <section className="card stack">
            <InvoiceSteps transaction={transaction} />
          </section>
          {transaction.payments.length > 0 && <Payments payments={transaction.payments} />}
        </div>
      </div>
    </>
  );
});

type PaymentsProps = { payments: Transaction['payments'] };

function Payments({ payments }: PaymentsProps) {
  const reader = useReader();
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
              <Money amount={amount} language={reader.language} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
