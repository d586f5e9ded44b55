import { and, eq, isNull, or } from 'drizzle-orm';
import { normaliseEmail } from '#domain/email.ts';
import { normaliseUsername } from '#domain/identity.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members } from '#server/db/schema/index.ts';

/** Usernames can't contain `@`, so at most one member matches. */
export async function findByLogin(db: Db, login: string): Promise<Member | undefined> {
  const [found] = await db
    .select()
    .from(members)
    .where(
      and(
        isNull(members.closedAt),
        or(eq(members.username, normaliseUsername(login)), eq(members.email, normaliseEmail(login))),
      ),
    );
  return found;
}

export async function findByEmail(db: Db, email: string): Promise<Member | undefined> {
  const [found] = await db
    .select()
    .from(members)
    .where(and(eq(members.email, email), isNull(members.closedAt)));
  return found;
}

/** Makes closing the account wait for our writes. Call it after locking the member's money, never before. */
export async function isStillMember(tx: Db, memberId: number): Promise<boolean> {
  const [found] = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.closedAt)))
    .for('key share');
  return found !== undefined;
}

/** Take it before any weaker lock of the member, or two transactions can deadlock. */
export async function lockMember(tx: Db, id: number): Promise<void> {
  await tx.select({ id: members.id }).from(members).where(eq(members.id, id)).for('update');
}
