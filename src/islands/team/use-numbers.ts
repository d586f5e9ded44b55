import { useState } from 'react';
import { call } from '#client/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { getTeamGrowth, getTeamTotals } from '#contracts/team.ts';
import { useChanges } from '../use-changes.ts';
import { type Growth, growthOf } from './growth-days.ts';

export type Totals = OutputOf<typeof getTeamTotals>;
type Numbers = { totals: Totals; growth: Growth };

const UNASKED = { isUnasked: true };

/** The totals and the last days, counted again whenever somebody has registered; what does not come stays as it was. */
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
