import type { Transaction } from '#contracts/transactions.ts';
import { path } from '#domain/paths.ts';
import type { Reader } from '#i18n/reader.ts';
import { Money } from '#components/ui/money.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { type Act, actsOn } from './acts.ts';
import { InvoiceWays } from './invoice-ways.tsx';
import { Pay } from './pay.tsx';
import { isPayable, standingOf } from './standing.ts';
import { StateBadge } from './state-badge.tsx';
import type { InvoiceText } from './texts.ts';

const KINDS = { underpaid: 'warn', expired: 'warn', paid_late: 'warn' } as const;

type Props = {
  transaction: Transaction;
  now: Date;
  reader: Reader<InvoiceText>;
  /** What has become of it by itself, for who hears the page. */
  told: string;
  onActed: (act: Act, transaction: Transaction) => void;
};

/** How a transaction stands, where to pay it, and what else can be done. */
export function Invoice({ transaction, now, reader, told, onActed }: Props) {
  const { t, language } = reader;
  const { plan, platform, state, place, payment } = transaction;
  const isAsking = state === 'awaiting_payment' && !payment;
  const isOpen = state === 'active' && !place?.closing;
  return (
    <>
      <div className="row between">
        <Money amount={transaction.price} currency={transaction.currency} isFigure />
        <StateBadge transaction={transaction} reader={reader} />
      </div>
      <p>
        <a className="link" href={path(language, 'plan', { platform, plan: plan.id })}>
          {t('places:plan_titled', { number: plan.number, title: plan.title })}
        </a>
      </p>
      <Notice kind={isOpen ? 'ok' : KINDS[state as keyof typeof KINDS]} {...(isAsking && { icon: 'clock' as const })}>
        {standingOf(transaction, now, reader).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {transaction.has_other_currency && <p>{t('transactions:standing.other_currency')}</p>}
      </Notice>
      <p className="sr" role="status">
        {told}
      </p>
      {isPayable(transaction, now) && payment && (
        <Pay transaction={transaction} payment={payment} now={now} reader={reader} />
      )}
      <InvoiceWays transaction={transaction} now={now} reader={reader} onActed={onActed} />
      {actsOn(transaction).map((act) => (
        <p key={act} className="hint">
          {t(`transactions:meaning.${act}`)}
        </p>
      ))}
    </>
  );
}
