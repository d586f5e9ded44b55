import type { Transaction } from '#contracts/transactions.ts';
import type { TransactionState } from '#domain/transaction.ts';
import { Badge } from '#components/ui/badge.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';

const KINDS = {
  awaiting_payment: 'warn',
  underpaid: 'warn',
  confirming: 'info',
  expired: 'off',
  paid_late: 'warn',
  active: 'ok',
  cancelled: 'off',
} as const satisfies Record<TransactionState, string>;

type Props = { transaction: Pick<Transaction, 'state'> & { place: PlaceState } };
type PlaceState = Pick<NonNullable<Transaction['place']>, 'closing'> | null;

export function StateBadge({ transaction: { state, place } }: Props) {
  const { t } = useReader();
  return place?.closing ? (
    <Badge kind="off">{t(`places:places.${place.closing}`)}</Badge>
  ) : (
    <Badge kind={KINDS[state]}>{t(`transactions:state.${state}`)}</Badge>
  );
}
