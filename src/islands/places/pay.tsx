import type { Transaction } from '#contracts/transactions.ts';
import type { Reader } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Money } from '#components/ui/money.tsx';
import { qrCode } from '#components/ui/qr-code.ts';
import { leftToPay, momentText } from './standing.ts';
import type { InvoiceText } from './texts.ts';

type Props = {
  transaction: Transaction;
  payment: NonNullable<Transaction['payment']>;
  now: Date;
  reader: Reader<InvoiceText>;
};

/** What is still to be paid, where, and until when. */
export function Pay({ transaction, payment, now, reader: { t, timeZone } }: Props) {
  const { currency, expires_at: expiresAt } = transaction;
  const left = leftToPay(transaction);
  const texts = { copied: t('common:frame.copied'), byHand: t('common:frame.copy_by_hand') };
  return (
    <>
      <dl className="facts">
        <div>
          <dt>{t('transactions:pay.amount')}</dt>
          <dd>
            <Money amount={left} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>{t('transactions:pay.address')}</dt>
          <dd className="mono">{payment.address}</dd>
        </div>
        <div>
          <dt>{t('transactions:pay.until')}</dt>
          <dd>
            <time dateTime={expiresAt}>{momentText(expiresAt, now, timeZone)}</time>
          </dd>
        </div>
      </dl>
      <div className="row">
        {payment.url && (
          <Button href={payment.url} variant="primary" icon="external" rel="noopener noreferrer" target="_blank">
            {t('transactions:pay.at_node')}
          </Button>
        )}
        <CopyButton text={left} label={t('transactions:pay.copy_amount')} texts={texts} />
        <CopyButton text={payment.address} label={t('transactions:pay.copy_address')} texts={texts} />
      </div>
      <img
        className="qr"
        src={`data:image/svg+xml,${encodeURIComponent(qrCode(payment.address))}`}
        width="176"
        height="176"
        alt={t('transactions:pay.code')}
      />
    </>
  );
}
