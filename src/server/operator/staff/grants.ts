import { asc } from 'drizzle-orm';
import { addsAbility, type Givers, type GrantAction, NEW_APPROVER_SECONDS } from '#domain/four-eyes.ts';
import { isAble, type StaffRole } from '#domain/staff.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { type Staff, staff, staffGrants } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { mailOwners } from './mail-staff.ts';

/** One way in which a person got access; `by` is null when a command gave it. */
type Grant = { action: GrantAction; by: number | null; at: Date };

/** Everybody who works at the console, with what gave them access. */
export type StaffAccess = {
  people: ReadonlyMap<number, Staff>;
  grants: ReadonlyMap<number, readonly Grant[]>;
  givers: Givers;
  /** From when on a person may approve; undefined before they have set up their access. */
  approvesFrom: (person: Staff) => Date | undefined;
};

/** Writes down who gave access, and tells all owners about a new approver. A role given again counts as well. */
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

/** Reads all of the few people there are: who gave whom access is followed from person to person. */
export async function readStaffAccess(db: Db): Promise<StaffAccess> {
  const rows = await db.select().from(staff);
  const given = await db.select().from(staffGrants).orderBy(asc(staffGrants.id));
  const people = new Map(rows.map((person) => [person.id, person]));
  const all = rows.map((person) => {
    const invited: Grant = { action: 'staff add', by: person.invitedBy, at: person.invitedAt };
    const later = given.filter(({ staffId }) => staffId === person.id);
    const grants = [
      invited,
      ...later.map(({ action, grantedBy, grantedAt }) => {
        return { action: action as GrantAction, by: grantedBy, at: grantedAt };
      }),
    ];
    return [person.id, sinceCommand(grants)] as const;
  });
  const givers = all.map(([id, grants]) => [id, grants.flatMap(({ by }) => by ?? [])] as const);
  const approvesFrom = ({ id, activatedAt }: Staff) => {
    const grants = given.filter(({ staffId, role }) => staffId === id && isAble(role, 'approvals.decide'));
    const latest = [activatedAt, ...grants.map(({ grantedAt }) => grantedAt)].map((at) => at?.getTime() ?? 0);
    return activatedAt ? addSeconds(new Date(Math.max(...latest)), NEW_APPROVER_SECONDS) : undefined;
  };
  return { people, grants: new Map(all), givers: new Map(givers), approvesFrom };
}

/** A command is given by a person with a shell, who answers for it: earlier grants no longer count. */
function sinceCommand(grants: readonly Grant[]): readonly Grant[] {
  return grants.slice(
    Math.max(
      0,
      grants.findLastIndex(({ by }) => by === null),
    ),
  );
}
