import { FEW_MEMBERS } from '#domain/transparency.ts';
import type { monthFigures, ReasonSum } from '#server/db/schema/index.ts';

export type MonthRow = typeof monthFigures.$inferSelect;
type Flow = 'paid' | 'credited' | 'paidOut';
type Cohort = 'joinersPaid' | 'joinersCredited';
type Shown = bigint | null;

/** Null: of fewer than `FEW_MEMBERS` members, or it would give such a sum away. */
export type GuardedMonth = {
  row: MonthRow;
  flows: Record<Flow, Shown>;
  refunded: Shown;
  reasons: (Omit<ReasonSum, 'micros' | 'members'> & { micros: bigint })[];
  topShare: number | null;
  owed: Shown;
  cohort: Record<Cohort, Shown>;
};

const FLOWS = ['paid', 'credited', 'paidOut'] as const satisfies readonly Flow[];

/** Oldest first. What is hidden counts in the next month that shows a sum of the kind, so no difference reveals it. */
export function guardMonths(rows: readonly MonthRow[]): GuardedMonth[] {
  const waiting: Record<Flow, Sum> = { paid: NOTHING, credited: NOTHING, paidOut: NOTHING };
  const months = rows.map((row): GuardedMonth => {
    const earlier = waiting.credited;
    const flows = { paid: null, credited: null, paidOut: null } as Record<Flow, Shown>;
    for (const flow of FLOWS) {
      const sum = added(waiting[flow], { micros: row[flow], members: row[`${flow}Members`] });
      const isIdle = row[`${flow}Members`] === 0;
      if (!isIdle) waiting[flow] = isFew(sum.members) ? sum : NOTHING;
      flows[flow] = isIdle ? 0n : isFew(sum.members) ? null : sum.micros;
    }
    return {
      ...{ row, flows },
      refunded: isFew(row.refundedMembers) ? null : row.refunded,
      reasons: flows.credited === null ? [] : reasonsShown(row, row.creditedMembers === 0 ? NOTHING : earlier),
      topShare: flows.credited === null || isFew(row.topMembers) || isFew(row.otherMembers) ? null : topShareOf(row),
      owed: FLOWS.some((flow) => waiting[flow] !== NOTHING) ? null : row.owed,
      cohort: { joinersPaid: null, joinersCredited: null },
    };
  });
  showCohorts(months, 'joinersPaid', waiting.paid !== NOTHING);
  showCohorts(months, 'joinersCredited', waiting.credited !== NOTHING);
  return months;
}

type Sum = { micros: bigint; members: number };
const NOTHING: Sum = { micros: 0n, members: 0 };

/** Members may be the same in both, so the larger number counts. */
function added(one: Sum, other: Sum): Sum {
  return { micros: one.micros + other.micros, members: Math.max(one.members, other.members) };
}

function isFew(members: number): boolean {
  return members > 0 && members < FEW_MEMBERS;
}

function topShareOf({ topMembers, topShare }: MonthRow): number | null {
  return topMembers === 0 ? null : topShare;
}

/** Reasons of few members are one line, together with the smallest other reason if they alone are too few. */
function reasonsShown({ reasons }: MonthRow, earlier: Sum): GuardedMonth['reasons'] {
  const sorted = reasons.toSorted((a, b) => b.members - a.members);
  const named = sorted.filter(({ members }) => !isFew(members));
  const few = sorted.filter(({ members }) => isFew(members));
  const sumOf = (reason: ReasonSum) => ({ micros: BigInt(reason.micros), members: reason.members });
  let rest = few.map(sumOf).reduce(added, earlier);
  if (isFew(rest.members)) {
    const smallest = named.pop();
    if (smallest) rest = added(rest, sumOf(smallest));
  }
  if (named.length === 0) return [];
  const lines = named.map(({ reason, micros, label }) => ({ reason, micros: BigInt(micros), ...(label && { label }) }));
  return rest.members > 0 ? [...lines, { reason: 'other', micros: rest.micros }] : lines;
}

/** Cohorts add up to all months, so those left out must have enough members together, too. */
function showCohorts(months: GuardedMonth[], part: Cohort, isMonthHidden: boolean): void {
  const membersOf = ({ row }: GuardedMonth) => row[`${part}Members`];
  const hidden = months.filter((month) => isFew(month.row.joined) || isFew(membersOf(month)));
  let hiddenMembers = hidden.reduce((sum, month) => sum + membersOf(month), 0);
  const rest = months.filter((month) => !hidden.includes(month)).toSorted((a, b) => membersOf(a) - membersOf(b));
  for (const month of rest) {
    const givesAway = hiddenMembers < FEW_MEMBERS && (isMonthHidden || hiddenMembers > 0) && membersOf(month) > 0;
    if (givesAway) hiddenMembers += membersOf(month);
    else month.cohort[part] = month.row[part];
  }
}
