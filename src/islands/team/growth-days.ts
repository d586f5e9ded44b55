import type { OutputOf } from '#contracts/contract.ts';
import type { getTeamGrowth } from '#contracts/team.ts';
import type { Day } from '#domain/days.ts';

/** What happened on each day from the first to the last, which is today. */
export type Growth = { first: Day; last: Day; registrations: readonly number[]; views: readonly number[] };

export function growthOf({ items }: OutputOf<typeof getTeamGrowth>): Growth {
  return {
    first: items.at(0)?.day ?? '',
    last: items.at(-1)?.day ?? '',
    registrations: items.map(({ registrations }) => registrations),
    views: items.map(({ views }) => views),
  };
}
