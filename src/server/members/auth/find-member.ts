import { and, eq, isNull, or } from 'drizzle-orm';
import { normaliseEmail } from '#domain/email.ts';
import { normaliseUsername } from '#domain/identity.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members } from '#server/db/schema/index.ts';

/** The member a person means by a username or an e-mail. A username can't hold an `@`, so nobody can be meant twice. */
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

/**
 * Whether somebody whose session was good a moment ago is still a member. Whoever closes the account meanwhile waits
 * for our transaction to end: what it writes is found and erased. After a member's money, never before it.
 */
export async function isStillMember(tx: Db, memberId: number): Promise<boolean> {
  const [found] = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.closedAt)))
    .for('key share');
  return found !== undefined;
}

/** Take it before any weaker lock of the member, or two at once wait for each other for ever. */
export async function lockMember(tx: Db, id: number): Promise<void> {
  await tx.select({ id: members.id }).from(members).where(eq(members.id, id)).for('update');
}
