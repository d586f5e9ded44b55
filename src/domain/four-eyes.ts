import { type Ability, isAble, ROLES, type StaffRole } from './staff.ts';

/** An approver can't approve this long after getting access. */
export const NEW_APPROVER_SECONDS = 24 * 60 * 60;

export const GRANT_ACTIONS = ['staff add', 'staff role', 'staff enable', 'staff invite-again'] as const;
export type GrantAction = (typeof GRANT_ACTIONS)[number];

export function addsAbility(before: StaffRole | undefined, after: StaffRole): boolean {
  const had: readonly Ability[] = before ? ROLES[before] : [];
  return ROLES[after].some((ability) => !had.includes(ability));
}

export function givesApproval(before: StaffRole | undefined, after: StaffRole): boolean {
  return isAble(after, 'approvals.decide') && addsAbility(before, after);
}

/** Ids of the staff who gave access, by id of the person. */
export type Givers = ReadonlyMap<number, readonly number[]>;

export function isGivenByOther(givers: Givers, one: number, other: number): boolean {
  return allGivers(givers, one).has(other) || allGivers(givers, other).has(one);
}

/** Also true if one got access from the other. */
export function shareGiver(givers: Givers, one: number, other: number): boolean {
  const others = allGivers(givers, other);
  return [...allGivers(givers, one)].some((id) => others.has(id));
}

function allGivers(givers: Givers, id: number): ReadonlySet<number> {
  const ids = new Set([id]);
  for (const current of ids) for (const giver of givers.get(current) ?? []) ids.add(giver);
  return ids;
}
