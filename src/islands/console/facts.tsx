import type { ReactNode } from 'react';

export type Fact = { name: string; value: ReactNode; isExact?: boolean };

/** `isExact`: ids and addresses, in monospace. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ name, value, isExact }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={isExact ? 'mono' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
