import { useState } from 'react';
import { call } from '#client/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { getTeamGrowth, getTeamTotals } from '#contracts/team.ts';
import type { Day } from '#domain/days.ts';
import { useChanges } from '#islands/shared/use-changes.ts';

export type Totals = OutputOf<typeof getTeamTotals>;
type Numbers = { totals: Totals; growth: Growth };

const UNASKED = { isUnasked: true };

export function useNumbers(start: Numbers): Numbers {
  const [numbers, setNumbers] = useState(start);
  useChanges(['registrations'], async () => {
    const [totals, growth] = await Promise.all([call(getTeamTotals, {}, UNASKED), call(getTeamGrowth, {}, UNASKED)]);
    setNumbers((before) => ({
      totals: totals?.success ? totals.data : before.totals,
      growth: growth?.success ? growthOf(growth.data) : before.growth,
    }));
  });
  return numbers;
}

/** One number per day; `last` is today. */
export type Growth = { first: Day; last: Day; registrations: readonly number[]; views: readonly number[] };

export function growthOf({ items }: OutputOf<typeof getTeamGrowth>): Growth {
  return {
    first: items.at(0)?.day ?? '',
    last: items.at(-1)?.day ?? '',
    registrations: items.map(({ registrations }) => registrations),
    views: items.map(({ views }) => views),
  };
}
