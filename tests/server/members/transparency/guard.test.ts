import { expect, test } from 'vitest';
import type { ReasonSum } from '#server/db/schema/index.ts';
import { guardMonths, type MonthRow } from '#server/members/transparency/guard-months.ts';

const EMPTY: MonthRow = {
  month: '2026-01-01',
  isClosed: true,
  ...{ paid: 0n, paidMembers: 0, refunded: 0n, refundedMembers: 0, credited: 0n, creditedMembers: 0, reasons: [] },
  ...{ topMembers: 0, otherMembers: 0, topShare: 0, paidOut: 0n, paidOutMembers: 0, owed: 0n },
  ...{ joined: 0, left: 0, activeAfter90Days: null, activeNow: 0 },
  ...{ joinersPaid: 0n, joinersPaidMembers: 0, joinersCredited: 0n, joinersCreditedMembers: 0 },
  ...{ countedTo: '2026-12-31', countedAt: new Date(0) },
};
const guarded = (...months: Partial<MonthRow>[]) => guardMonths(months.map((month) => ({ ...EMPTY, ...month })));
const reason = (name: string, micros: string, members: number): ReasonSum => ({ reason: name, micros, members });

test('what four members were paid out is not told, and no later month or balance gives it away', () => {
  const months = guarded(
    { owed: 900n, credited: 900n, creditedMembers: 6 },
    { owed: 860n, paidOut: 40n, paidOutMembers: 4 },
    { owed: 860n },
    { owed: 810n, paidOut: 50n, paidOutMembers: 5 },
  );
  expect(months.map(({ flows, owed }) => [flows.paidOut, owed])).toEqual([
    [0n, 900n],
    [null, null],
    [0n, null],
    [90n, 810n],
  ]);
});

test('a month without movements says so, and money of five members is told', () => {
  const [quiet, five] = guarded({}, { paid: 500n, paidMembers: 5, refunded: 100n, refundedMembers: 1 });
  expect(quiet).toMatchObject({ flows: { paid: 0n, credited: 0n, paidOut: 0n }, refunded: 0n, topShare: null });
  expect(five).toMatchObject({ flows: { paid: 500n }, refunded: null });
});

test('a reason of few members is never alone in its line', () => {
  const reasonsOf = (...reasons: ReasonSum[]) =>
    guarded({ credited: 1000n, creditedMembers: 20, reasons })[0]?.reasons.map((line) => [line.reason, line.micros]);
  expect(reasonsOf(reason('earnings', '700', 20), reason('bonus', '300', 9))).toEqual([
    ['earnings', 700n],
    ['bonus', 300n],
  ]);
  expect(reasonsOf(reason('earnings', '700', 20), reason('bonus', '200', 9), reason('refund', '100', 1))).toEqual([
    ['earnings', 700n],
    ['other', 300n],
  ]);
  expect(reasonsOf(reason('earnings', '900', 20), reason('refund', '100', 4))).toEqual([]);
});

test('credits of an earlier month are in the line of other reasons, so the lines add up', () => {
  const [, month] = guarded(
    { credited: 7n, creditedMembers: 2, reasons: [reason('bonus', '7', 2)] },
    {
      credited: 1000n,
      creditedMembers: 20,
      reasons: [reason('earnings', '800', 20), reason('bonus', '200', 6)],
    },
  );
  expect(month?.flows.credited).toBe(1007n);
  expect(month?.reasons.map((line) => [line.reason, line.micros])).toEqual([
    ['earnings', 800n],
    ['other', 207n],
  ]);
});

test.each([
  [4, 396, null],
  [5, 4, null],
  [5, 495, 612],
  [5, 0, 612],
])('the share of the top %i beside %i others is %s', (topMembers, otherMembers, share) => {
  const credits = { credited: 1000n, creditedMembers: topMembers + otherMembers };
  expect(guarded({ ...credits, topMembers, otherMembers, topShare: 612 })[0]?.topShare).toBe(share);
});

test('a small cohort is hidden together with another one, because all cohorts add up to all months', () => {
  const cohort = (joined: number, joinersPaidMembers: number, joinersPaid: bigint) => ({
    ...{ joined, joinersPaid, joinersPaidMembers },
    ...{ paid: joinersPaid, paidMembers: Math.max(joinersPaidMembers, 5) },
  });
  const shownOf = (...cohorts: Partial<MonthRow>[]) =>
    guarded(...cohorts).map(({ cohort: { joinersPaid } }) => joinersPaid);
  expect(shownOf(cohort(20, 9, 900n), cohort(20, 7, 700n), cohort(20, 0, 0n))).toEqual([900n, 700n, 0n]);
  expect(shownOf(cohort(20, 9, 900n), cohort(20, 7, 700n), cohort(30, 1, 100n))).toEqual([900n, null, null]);
  expect(shownOf(cohort(20, 9, 900n), cohort(4, 4, 400n), cohort(30, 2, 100n))).toEqual([900n, null, null]);
  const waiting = { ...cohort(20, 9, 900n), paid: 100n, paidMembers: 1 };
  expect(shownOf(cohort(20, 12, 1200n), waiting)).toEqual([1200n, null]);
});
