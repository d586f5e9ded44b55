import { asc } from 'drizzle-orm';
import { addsAbility, type Givers, type GrantAction, NEW_APPROVER_SECONDS } from '#domain/four-eyes.ts';
import { isAble, type StaffRole } from '#domain/staff.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { type Staff, staff, staffGrants } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { mailOwners } from './mail-staff.ts';

/** `by` is null if a command gave access. */
type Grant = { action: GrantAction; by: number | null; at: Date };

export type StaffAccess = {
  people: ReadonlyMap<number, Staff>;
  grants: ReadonlyMap<number, readonly Grant[]>;
  givers: Givers;
  approvesFrom: (person: Staff) => Date | undefined;
};

/** Records the giver and mails all owners about a new approver. Repeating a role also counts. */
export async function recordGrant(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  { id: staffId, email, role }: Pick<Staff, 'id' | 'email' | 'role'>,
  { action, before, by }: { action: GrantAction; before?: StaffRole; by: number | null },
): Promise<void> {
  if (before !== role && !addsAbility(before, role)) return;
  if (action !== 'staff add') {
    await tx.insert(staffGrants).values({ staffId, action, role, grantedBy: by, grantedAt: clock.now() });
  }
  if (isAble(role, 'approvals.decide')) await mailOwners(tx, 'approver_added', { email, role, by });
}

export async function readStaffAccess(db: Db): Promise<StaffAccess> {
  const rows = await db.select().from(staff);
  const storedGrants = await db.select().from(staffGrants).orderBy(asc(staffGrants.id));
  const people = new Map(rows.map((person) => [person.id, person]));
  const grantsByPerson = rows.map((person) => {
    const invitation: Grant = { action: 'staff add', by: person.invitedBy, at: person.invitedAt };
    const laterGrants = storedGrants.filter(({ staffId }) => staffId === person.id);
    const grants = [
      invitation,
      ...laterGrants.map(({ action, grantedBy, grantedAt }) => {
        return { action: action as GrantAction, by: grantedBy, at: grantedAt };
      }),
    ];
    return [person.id, sinceCommand(grants)] as const;
  });
  const givers = grantsByPerson.map(([id, grants]) => [id, grants.flatMap(({ by }) => by ?? [])] as const);
  const approvesFrom = ({ id, activatedAt }: Staff) => {
    const grants = storedGrants.filter(({ staffId, role }) => staffId === id && isAble(role, 'approvals.decide'));
    const grantTimes = [activatedAt, ...grants.map(({ grantedAt }) => grantedAt)].map((at) => at?.getTime() ?? 0);
    return activatedAt ? addSeconds(new Date(Math.max(...grantTimes)), NEW_APPROVER_SECONDS) : undefined;
  };
  return { people, grants: new Map(grantsByPerson), givers: new Map(givers), approvesFrom };
}

/** A command needs a shell, so its user answers for the access: earlier grants no longer count. */
function sinceCommand(grants: readonly Grant[]): readonly Grant[] {
  return grants.slice(
    Math.max(
      0,
      grants.findLastIndex(({ by }) => by === null),
    ),
  );
}
