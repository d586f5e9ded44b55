import type { MouseEvent, Ref } from 'react';
import type { Plan } from '#contracts/places.ts';
import type { Transaction } from '#contracts/transactions.ts';
import { CURRENCY } from '#domain/money.ts';
import type { Platform } from '#domain/places.ts';
import { Money } from '#components/ui/money.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { cardAppearances, PlanFoot, PlanHead } from './plan-state.tsx';
import { PlanFacts, Property } from './plan-terms.tsx';

type Props = {
  platform: Platform;
  plan: Plan;
  unfinished: Transaction | null;
  isOffered: boolean;
  now: Date;
  onOpen: (event: MouseEvent) => void;
  ref?: Ref<HTMLLIElement>;
};

export function PlanCard({ platform, plan, unfinished, isOffered, now, onOpen, ref }: Props) {
  const { language } = useReader();
  return (
    <li
      ref={ref}
      className="card plan"
      id={`plan-${plan.number}`}
      tabIndex={-1}
      data-state={cardAppearances[plan.state].door}
    >
      <PlanHead plan={plan} unfinished={unfinished} />
      <Property plan={plan} />
      {plan.state !== 'in_development' && (
        <>
          <p className="price">
            <Money amount={plan.price} language={language} currency={CURRENCY} />
          </p>
          <PlanFacts plan={plan} now={now} />
        </>
      )}
      <PlanFoot platform={platform} plan={plan} unfinished={unfinished} isOffered={isOffered} onOpen={onOpen} />
    </li>
  );
}
