import { type Ability, isAble, ROLES, type StaffRole } from './staff.ts';

/** An approver approves nothing for so long after access was given. */
export const NEW_APPROVER_SECONDS = 24 * 60 * 60;

/** Commands that give access, by their words. */
export const GRANT_ACTIONS = ['staff add', 'staff role', 'staff enable', 'staff invite-again'] as const;
export type GrantAction = (typeof GRANT_ACTIONS)[number];

/** Whether the new role may do anything that the former may not. */
export function addsAbility(before: StaffRole | undefined, after: StaffRole): boolean {
  const had: readonly Ability[] = before ? ROLES[before] : [];
  return ROLES[after].some((ability) => !had.includes(ability));
}

/** Whether this change makes a person an approver, or lets an approver do more. */
export function givesApproval(before: StaffRole | undefined, after: StaffRole): boolean {
  return isAble(after, 'approvals.decide') && addsAbility(before, after);
}

/** Who gave each person access at the console, by ids of staff. */
export type Givers = ReadonlyMap<number, readonly number[]>;

/** Whether one of the two has access from the other, directly or through others. */
export function isGivenByOther(givers: Givers, one: number, other: number): boolean {
  return allGivers(givers, one).has(other) || allGivers(givers, other).has(one);
}

/** Whether both have access from the same person, or one from the other. */
export function shareGiver(givers: Givers, one: number, other: number): boolean {
  const others = allGivers(givers, other);
  return [...allGivers(givers, one)].some((id) => others.has(id));
}

/** A person and everybody above them. */
function allGivers(givers: Givers, id: number): ReadonlySet<number> {
  const found = new Set([id]);
  for (const one of found) for (const giver of givers.get(one) ?? []) found.add(giver);
  return found;
}
