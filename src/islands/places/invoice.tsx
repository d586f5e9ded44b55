import type { Transaction } from '#contracts/transactions.ts';
import { parseMoney } from '#domain/money.ts';
import { path } from '#domain/paths.ts';
import { Button } from '#components/ui/button.tsx';
import { Money } from '#components/ui/money.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useIsAwake } from '#components/ui/use-is-awake.ts';
import { Copy } from '#islands/shared/copy.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { OwnTime } from '#islands/shared/own-time.tsx';
import { type Act, RareActs, WithdrawalRight } from './transaction-actions.tsx';
import { describeTransaction, isOverdue, isPayable, leftToPay, minutesLeft, momentText } from './transaction-state.ts';
import { StateBadge } from './state-badge.tsx';

const KINDS = { underpaid: 'warn', expired: 'warn', paid_late: 'warn' } as const;

type Props = {
  transaction: Transaction;
  now: Date;
  announcement: string;
  takesFocus?: boolean;
  onActed: (act: Act, transaction: Transaction) => void;
};

export function Invoice({ transaction, now, announcement, takesFocus = false, onActed }: Props) {
  const reader = useReader();
  const { t, language } = reader;
  const { plan, platform, state, place, payment } = transaction;
  const canPay = isPayable(transaction, now);
  const isAwaitingAddress = state === 'awaiting_payment' && !payment;
  const isOpen = state === 'active' && !place?.closing;
  return (
    <>
      <div className="row between">
        <Money amount={transaction.price} language={language} currency={transaction.currency} isFigure />
        <StateBadge transaction={transaction} />
      </div>
      <p>
        <a className="link" href={path(language, 'plan', { platform, plan: plan.id })}>
          {t('places:plan_titled', { number: plan.number, title: plan.title })}
        </a>
      </p>
      <Notice
        kind={isOpen ? 'ok' : KINDS[state as keyof typeof KINDS]}
        takesFocus={takesFocus}
        {...(isAwaitingAddress && { icon: 'clock' as const })}
      >
        {describeTransaction(transaction, now, reader).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {transaction.has_other_currency && <p>{t('transactions:status.other_currency')}</p>}
      </Notice>
      <p className="hidden-text" role="status">
        {announcement}
      </p>
      {canPay && payment && <Pay transaction={transaction} payment={payment} now={now} />}
      <InvoiceWays transaction={transaction} now={now} />
      <WithdrawalRight transaction={transaction} onActed={onActed} />
      <RareActs transaction={transaction} isOpen={!canPay} onActed={onActed} />
    </>
  );
}

type InvoiceWaysProps = { transaction: Transaction; now: Date };

/** The reload link is only for pages that are not hydrated. */
function InvoiceWays({ transaction, now }: InvoiceWaysProps) {
  const { t, language } = useReader();
  const { id, platform, state, place, withdrawal } = transaction;
  const isFollowing = useIsAwake();
  const isAwaitingAddress = state === 'awaiting_payment' && !transaction.payment;
  const needsSupport = isOverdue(transaction, now) || state === 'paid_late' || transaction.has_other_currency;
  return (
    <div className="row">
      {withdrawal?.withdrawn_at && (
        <Button href={path(language, 'finance')} icon="finance" variant="primary">
          {t('transactions:withdraw.send')}
        </Button>
      )}
      {place && place.closing !== 'withdrawn' && (
        <Button
          href={path(language, 'structure', { platform }, { place: String(place.id) })}
          icon="tree"
          variant={place.closing ? undefined : 'primary'}
        >
          {t('places:show_structure')}
        </Button>
      )}
      {isAwaitingAddress && !isFollowing && (
        <Button href={path(language, 'transaction', { id })}>{t('transactions:reload')}</Button>
      )}
      <Button
        href={path(language, 'support', { about: `transaction:${id}` })}
        icon="support"
        variant={needsSupport ? undefined : 'plain'}
      >
        {t(needsSupport ? 'finance:way_out.support' : 'support:ask_about')}
      </Button>
      {(parseMoney(transaction.returned) ?? 0n) > 0n && (
        <Button href={path(language, 'finance')} icon="finance">
          {t('transactions:to_balance')}
        </Button>
      )}
    </div>
  );
}

type PayProps = {
  transaction: Transaction;
  payment: NonNullable<Transaction['payment']>;
  now: Date;
};

function Pay({ transaction, payment, now }: PayProps) {
  const { t, language, timeZone } = useReader();
  const { id, currency, zone, expires_at: expiresAt } = transaction;
  const amountLeft = leftToPay(transaction);
  return (
    <>
      <dl className="facts pay">
        <div>
          <dt>{t('transactions:pay.amount')}</dt>
          <dd>
            <Money amount={amountLeft} language={language} currency={currency} />
            <Copy look="icon" text={amountLeft} label={t('transactions:pay.copy_amount')} />
          </dd>
        </div>
        <div>
          <dt>{t('transactions:pay.address')}</dt>
          <dd>
            <span className="mono">{payment.address}</span>
            <Copy look="icon" text={payment.address} label={t('transactions:pay.copy_address')} />
          </dd>
        </div>
        <div>
          <dt>{t('transactions:pay.until')}</dt>
          <dd>
            <time dateTime={expiresAt}>
              {t('feed:webinar.at', { time: momentText(expiresAt, now, timeZone), zone })}
            </time>
            <p className="kicker">
              {t('transactions:pay.left', { minutes: minutesLeft(transaction, now) })} <OwnTime at={expiresAt} />
            </p>
          </dd>
        </div>
      </dl>
      {payment.url && (
        <Button href={payment.url} variant="primary" icon="external" rel="noopener noreferrer" target="_blank">
          {t('transactions:pay.at_node')}
        </Button>
      )}
      <img
        className="qr"
        src={path(language, 'paymentCode', { id })}
        width="176"
        height="176"
        alt={t('transactions:pay.code')}
      />
    </>
  );
}
