import type { Transaction } from '#contracts/transactions.ts';
import type { Closing } from '#domain/places.ts';
import type { TransactionState } from '#domain/transaction.ts';
import { whenOf } from '#i18n/reader.ts';
import { Timeline } from '#components/ui/timeline.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';

type Props = { transaction: Transaction };

export function InvoiceSteps({ transaction }: Props) {
  const reader = useReader();
  const { t } = reader;
  const steps = stepsOf(transaction).map(({ title, at, isCurrent }) => ({
    title: t(title),
    at: at ? { iso: at, text: whenOf(at, reader) } : undefined,
    isCurrent,
    ...(at ? {} : { note: t('finance:withdrawal.to_come') }),
  }));
  return (
    <>
      <h2>{t('finance:withdrawal.steps')}</h2>
      <Timeline label={t('finance:withdrawal.steps')} steps={steps} />
    </>
  );
}

type Title = `transactions:state.${TransactionState}` | `places:places.${Closing}`;
type Step = { title: Title; at: string | undefined; isCurrent: boolean };

/** Steps that follow automatically after payment. */
const TO_COME: Partial<Record<TransactionState, readonly TransactionState[]>> = {
  awaiting_payment: ['confirming', 'active'],
  underpaid: ['confirming', 'active'],
  confirming: ['active'],
};

type Steps = Pick<Transaction, 'state' | 'steps' | 'place' | 'paid_at'>;

/** @internal exported for the tests */
export function stepsOf({ state, steps, place, paid_at: paidAt }: Steps): Step[] {
  const pastSteps: Omit<Step, 'isCurrent'>[] = withConfirming(steps, paidAt).map((step) => ({
    title: `transactions:state.${step.state}`,
    at: step.at,
  }));
  if (place?.closing && place.closed_at)
    pastSteps.push({ title: `places:places.${place.closing}`, at: place.closed_at });
  const nextStates = TO_COME[state] ?? [];
  return [
    ...pastSteps.map((step, index) => ({ ...step, isCurrent: index === pastSteps.length - 1 })),
    ...nextStates.map((next): Step => ({ title: `transactions:state.${next}`, at: undefined, isCurrent: false })),
  ];
}

/** A payment that was confirmed at once has no such step, but was announced with it. */
function withConfirming(steps: Transaction['steps'], paidAt: string | null): Transaction['steps'] {
  const index = steps.findIndex(({ state }) => state === 'active');
  const before = steps[index - 1]?.state;
  if (before !== 'awaiting_payment' && before !== 'underpaid') return steps;
  return steps.toSpliced(index, 0, { state: 'confirming', at: paidAt ?? steps[index]?.at ?? '' });
}
