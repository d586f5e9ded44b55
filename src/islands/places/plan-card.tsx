import type { MouseEvent, Ref } from 'react';
import type { Plan } from '#contracts/places.ts';
import type { Transaction } from '#contracts/transactions.ts';
import type { Platform } from '#domain/places.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { cardAppearances, PlanFoot, PlanHead } from './plan-state.tsx';
import { PlanFacts, PlanPrice, Property } from './plan-terms.tsx';

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
  const { t } = useReader();
  return (
    <li
      ref={ref}
      className="card plan"
      id={`plan-${plan.number}`}
      tabIndex={-1}
      data-state={cardAppearances[plan.state].door}
    >
      <PlanHead plan={plan} unfinished={unfinished}>
        <p className="kicker">{t('places:plan', { number: plan.number })}</p>
        <h2>{plan.title}</h2>
      </PlanHead>
      <Property plan={plan} />
      {plan.state !== 'in_development' && (
        <>
          <PlanPrice plan={plan} />
          <PlanFacts plan={plan} now={now} />
        </>
      )}
      <PlanFoot platform={platform} plan={plan} unfinished={unfinished} isOffered={isOffered} onOpen={onOpen} />
    </li>
  );
}
