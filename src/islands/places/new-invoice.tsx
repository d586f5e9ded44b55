import { useEffect, useRef, useState } from 'react';
import type { Transaction } from '#contracts/transactions.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { DONE_TEXTS } from './transaction-actions.tsx';
import { InvoiceSteps } from './invoice-steps.tsx';
import { Invoice } from './invoice.tsx';

type Props = {
  transaction: Transaction;
  now: Date;
  announcement: string;
  onShow: (transaction: Transaction) => void;
};

/** The invoice in the place of the plan that was requested. Its state takes the focus, and the sheet scrolls back. */
export function NewInvoice({ transaction, now, announcement, onShow }: Props) {
  const { t } = useReader();
  const [done, setDone] = useState({ text: '', count: 0 });
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.closest('dialog')?.scrollTo(0, 0);
  }, []);
  return (
    <div ref={box} className="stack">
      {done.text && (
        <Notice key={done.count} kind="ok" takesFocus>
          {done.text}
        </Notice>
      )}
      <Invoice
        transaction={transaction}
        now={now}
        announcement={announcement}
        takesFocus
        onActed={(act, next) => {
          setDone({ text: t(DONE_TEXTS[act]), count: done.count + 1 });
          onShow(next);
        }}
      />
      <InvoiceSteps transaction={transaction} />
    </div>
  );
}
