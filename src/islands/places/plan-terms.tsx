import type { Plan } from '#contracts/places.ts';
import type { Transaction } from '#contracts/transactions.ts';
import { CURRENCY } from '#domain/money.ts';
import type { Platform } from '#domain/places.ts';
import { formatNumber } from '#i18n/format.ts';
import type { Reader } from '#i18n/reader.ts';
import { Money } from '#components/ui/money.tsx';
import { PlanFacts } from './plan-facts.tsx';
import { PlanFoot } from './plan-foot.tsx';
import { PlanHead } from './plan-head.tsx';
import { Property } from './property.tsx';
import type { PlanText } from './texts.ts';

type Props = {
  platform: Platform;
  plan: Plan;
  unfinished: Transaction | null;
  now: Date;
  reader: Reader<PlanText>;
};

/** All terms of one plan, before anything is asked for. */
export function PlanTerms({ platform, plan, unfinished, now, reader }: Props) {
  return (
    <>
      <PlanHead plan={plan} unfinished={unfinished} reader={reader} />
      {plan.property && <Property property={plan.property} reader={reader} />}
      <p className="price">
        <Money amount={plan.price} currency={CURRENCY} />
      </p>
      <PlanFacts plan={plan} now={now} reader={reader} />
      <p className="kicker">{reader.t('places:seats', { count: plan.seats, number: formatNumber(plan.seats) })}</p>
      {plan.state !== 'available' && (
        <PlanFoot platform={platform} plan={plan} unfinished={unfinished} reader={reader} />
      )}
    </>
  );
}
