import type { Approval, ShownGrant } from '#contracts/console/approvals.ts';
import { isGivenByOther, shareGiver } from '#domain/four-eyes.ts';
import { isAble, type StaffRole } from '#domain/staff.ts';
import type { approvals, Staff } from '#server/db/schema/index.ts';
import type { StaffAccess } from '#server/operator/staff/index.ts';
import type { Action } from './action.ts';
import { ACTIONS, isAction } from './actions.ts';

type Row = typeof approvals.$inferSelect;
type Refusal = NonNullable<Approval['refusal']>;

/** Prevents approval by a second account of the preparer. */
export function secondRefusal(access: StaffAccess, now: Date, row: Row, you: Staff): Refusal | undefined {
  if (row.preparedBy === you.id) return 'prepared_by_you';
  if (!mayDecide(row, you)) return 'not_able';
  const from = access.approvesFrom(you);
  if (!from || from > now) return 'new_approver';
  const isGrant = actionOf(row)?.isGrant;
  if (isGrant && row.subject === you.email) return 'not_yourself';
  const isRelated = isGrant ? shareGiver : isGivenByOther;
  return isRelated(access.givers, you.id, row.preparedBy) ? 'related_access' : undefined;
}

export function mayDecide(row: Row, { role }: Staff): boolean {
  const action = actionOf(row);
  return action !== undefined && isAble(role, 'approvals.decide') && isAble(role, action.ability);
}

function actionOf({ action }: Row): Action | undefined {
  return isAction(action) ? ACTIONS[action] : undefined;
}

export function visibleActions({ role }: Staff): string[] {
  const actions: [string, Action][] = Object.entries(ACTIONS);
  return actions.filter(([, { isGrant }]) => !isGrant || isAble(role, 'staff.change')).map(([name]) => name);
}

export function presentGrants({ people, grants }: StaffAccess, staffId: number): ShownGrant[] {
  return (grants.get(staffId) ?? []).map(({ action, by, at }) => {
    return { action, by: by === null ? null : (people.get(by)?.name ?? null), at: at.toISOString() };
  });
}

export function presentCandidate(access: StaffAccess, row: Row): Approval['candidate'] {
  if (!actionOf(row)?.isGrant) return null;
  const { name, role, was } = row.input as { name?: string; role: StaffRole; was?: StaffRole };
  const person = [...access.people.values()].find(({ email }) => email === row.subject);
  const grants = person ? presentGrants(access, person.id) : [];
  return { name: person?.name ?? name ?? row.subject, role, was: was ?? null, access: grants };
}
