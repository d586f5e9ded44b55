import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, lte, ne } from 'drizzle-orm';
import { STAFF_IDLE_SECONDS, STAFF_SESSION_SECONDS } from '#domain/staff.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { type Staff, staff, staffSessions } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller, StaffSession } from '#server/api/caller.ts';
import { hashToken } from '#server/base/secrets.ts';

const SEEN_SECONDS = 60;

/** Only the token's hash is stored. */
export async function openStaffSession(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  person: Pick<Staff, 'id'>,
  { address, userAgent }: Caller,
): Promise<{ token: string }> {
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  await tx.insert(staffSessions).values({
    id: randomUUID(),
    staffId: person.id,
    tokenHash: hashToken(token),
    startedAt: now,
    confirmedAt: now,
    lastSeenAt: now,
    address,
    device: userAgent,
  });
  return { token };
}

/** Undefined unless session and access are valid. Updates `lastSeenAt`, except for polled requests. */
export async function readStaffSession(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  header: string | undefined,
  { isPolled = false }: { isPolled?: boolean | undefined } = {},
): Promise<StaffSession | undefined> {
  const token = /^Bearer ([\w-]{43})$/.exec(header ?? '')?.[1];
  if (!token) return undefined;
  const now = clock.now();
  const [row] = await db
    .select()
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(
      and(
        eq(staffSessions.tokenHash, hashToken(token)),
        livingSessions(now),
        isNotNull(staff.activatedAt),
        isNull(staff.disabledAt),
      ),
    );
  if (!row) return undefined;
  const { id, startedAt, confirmedAt, lastSeenAt } = row.staff_sessions;
  const unseenSince = addSeconds(now, -SEEN_SECONDS);
  if (!isPolled && lastSeenAt <= unseenSince) {
    const isUnseen = and(eq(staffSessions.id, id), lte(staffSessions.lastSeenAt, unseenSince));
    await db.update(staffSessions).set({ lastSeenAt: now }).where(isUnseen);
  }
  return { id, staff: row.staff, startedAt, confirmedAt };
}

export function livingSessions(now: Date) {
  return and(
    isNull(staffSessions.endedAt),
    gt(staffSessions.startedAt, addSeconds(now, -STAFF_SESSION_SECONDS)),
    gt(staffSessions.lastSeenAt, addSeconds(now, -STAFF_IDLE_SECONDS)),
  );
}

export async function endStaffSessions(tx: Db, { clock }: Pick<Services, 'clock'>, staffId: number): Promise<void> {
  await tx
    .update(staffSessions)
    .set({ endedAt: clock.now() })
    .where(and(eq(staffSessions.staffId, staffId), isNull(staffSessions.endedAt)));
}

/** Returns how many were still valid. Ends expired ones too: another process may be updating their `lastSeenAt`. */
export async function endOtherSessions(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  { id, staff: person }: Pick<StaffSession, 'id' | 'staff'>,
): Promise<number> {
  const now = clock.now();
  const isOther = and(eq(staffSessions.staffId, person.id), ne(staffSessions.id, id));
  const ended = await tx
    .update(staffSessions)
    .set({ endedAt: now })
    .where(and(isOther, livingSessions(now)))
    .returning({ id: staffSessions.id });
  await tx
    .update(staffSessions)
    .set({ endedAt: now })
    .where(and(isOther, isNull(staffSessions.endedAt)));
  return ended.length;
}
