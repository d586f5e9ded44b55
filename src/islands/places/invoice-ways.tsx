import type { Transaction } from '#contracts/transactions.ts';
import { parseMoney } from '#domain/money.ts';
import { path } from '#domain/paths.ts';
import type { Reader } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { useIsAwake } from '#components/ui/use-is-awake.ts';
import { ActButtons } from './act-buttons.tsx';
import type { Act } from './acts.ts';
import { isOverdue } from './standing.ts';
import type { InvoiceText } from './texts.ts';

type Props = {
  transaction: Transaction;
  now: Date;
  reader: Reader<InvoiceText>;
  onActed: (act: Act, transaction: Transaction) => void;
};

/** The ways on from an invoice. Nobody has to look again while it looks by itself. */
export function InvoiceWays({ transaction, now, reader, onActed }: Props) {
  const { t, language } = reader;
  const { id, platform, state, place } = transaction;
  const isFollowing = useIsAwake();
  const isAsking = state === 'awaiting_payment' && !transaction.payment;
  const isAstray = isOverdue(transaction, now) || state === 'paid_late' || transaction.has_other_currency;
  return (
    <div className="row">
      {isAsking && !isFollowing && (
        <Button href={path(language, 'transaction', { id })}>{t('transactions:reload')}</Button>
      )}
      <Button
        href={path(language, 'support', { about: `transaction:${id}` })}
        icon="support"
        variant={isAstray ? undefined : 'plain'}
      >
        {t(isAstray ? 'finance:way_out.support' : 'support:ask_about')}
      </Button>
      {place && (
        <Button href={path(language, 'structure', { platform }, { place: String(place.id) })} icon="tree">
          {t('places:show_structure')}
        </Button>
      )}
      {(parseMoney(transaction.returned) ?? 0n) > 0n && (
        <Button href={path(language, 'finance')} icon="finance">
          {t('transactions:to_balance')}
        </Button>
      )}
      <ActButtons transaction={transaction} reader={reader} onActed={onActed} />
    </div>
  );
}
