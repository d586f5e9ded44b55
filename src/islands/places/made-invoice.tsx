import { useState } from 'react';
import type { Transaction } from '#contracts/transactions.ts';
import type { Reader } from '#i18n/reader.ts';
import { Notice } from '#components/ui/notice.tsx';
import { DONE_TEXTS } from './acts.ts';
import { InvoiceSteps } from './invoice-steps.tsx';
import { Invoice } from './invoice.tsx';
import type { PlanText } from './texts.ts';

type Props = {
  transaction: Transaction;
  now: Date;
  reader: Reader<PlanText>;
  told: string;
  /** Shows what was made of it. */
  onShow: (transaction: Transaction) => void;
};

/** The invoice where the request for it stood. What was done last is said above it, and has the focus. */
export function MadeInvoice({ transaction, now, reader, told, onShow }: Props) {
  const { t } = reader;
  const [done, setDone] = useState({ text: t('transactions:done.requested'), count: 0 });
  return (
    <div className="stack">
      <Notice key={done.count} kind="ok" takesFocus>
        {done.text}
      </Notice>
      <Invoice
        transaction={transaction}
        now={now}
        reader={reader}
        told={told}
        onActed={(act, next) => {
          setDone({ text: t(DONE_TEXTS[act]), count: done.count + 1 });
          onShow(next);
        }}
      />
      <InvoiceSteps transaction={transaction} reader={reader} />
    </div>
  );
}
