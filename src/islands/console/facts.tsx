import type { ReactNode } from 'react';
import { useReader } from '#islands/shared/use-reader.tsx';
import { alignedAmounts, withCurrency } from './amount-text.ts';

export type Fact = { name: string } & ({ value: ReactNode; isExact?: boolean } | { amount: string });

/** `isExact`: ids and addresses, in monospace. Amounts of one list have the same number of decimals. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const reader = useReader();
  const textOf = alignedAmounts(
    facts.map((fact) => ('amount' in fact ? fact.amount : null)),
    reader,
  );
  return (
    <dl className="facts">
      {facts.map((fact) => (
        <div key={fact.name}>
          <dt>{fact.name}</dt>
          {'amount' in fact ? (
            <dd>{withCurrency(textOf(fact.amount))}</dd>
          ) : (
            <dd className={fact.isExact ? 'mono' : undefined}>{fact.value}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}
