import { expect, test } from 'vitest';
import { addsAbility, givesApproval, isGivenByOther, shareGiver } from '#domain/four-eyes.ts';
import { isAble, ROLES, STAFF_ROLES } from '#domain/staff.ts';

test.each(STAFF_ROLES.flatMap((before) => STAFF_ROLES.map((after) => [before, after] as const)))(
  'from %s to %s: approval is given when the new role approves and may do something new',
  (before, after) => {
    const isMore = ROLES[after].filter((ability) => !isAble(before, ability)).length > 0;
    expect(addsAbility(before, after)).toBe(isMore);
    expect(givesApproval(before, after)).toBe(isMore && isAble(after, 'approvals.decide'));
  },
);

test.each(STAFF_ROLES)('a person without access gets approval with the role %s when that role approves', (role) => {
  expect(givesApproval(undefined, role)).toBe(isAble(role, 'approvals.decide'));
});

/** 1 invited 2 and 3; 2 invited 4; 5 was added by a command and invited 6; 7 and 8 enabled each other. */
const givers = new Map([
  [2, [1]],
  [3, [1]],
  [4, [2]],
  [6, [5]],
  [7, [8]],
  [8, [7]],
]);

test.each([
  ...(
    [
      [1, 2],
      [1, 4],
      [2, 4],
      [7, 8],
    ] as const
  ).map((pair) => [...pair, true, true] as const),
  ...(
    [
      [2, 3],
      [3, 4],
    ] as const
  ).map((pair) => [...pair, false, true] as const),
  ...(
    [
      [1, 5],
      [4, 6],
      [1, 7],
    ] as const
  ).map((pair) => [...pair, false, false] as const),
])('%i and %i: access from the other %s, from the same person %s', (one, other, isGiven, isShared) => {
  expect(isGivenByOther(givers, one, other)).toBe(isGiven);
  expect(isGivenByOther(givers, other, one)).toBe(isGiven);
  expect(shareGiver(givers, one, other)).toBe(isShared);
  expect(shareGiver(givers, other, one)).toBe(isShared);
});
