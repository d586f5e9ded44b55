import { and, asc, eq, inArray } from 'drizzle-orm';
import { NOTICE_KINDS, type NoticeKind } from '#domain/notices.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { mails, notices } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';

type Received = { notices: NoticeKind[]; emails: string[] };

/** A member's notices in order, and e-mails in alphabetical order. */
export async function receivedBy({ db }: Pick<Services, 'db'>, username: string): Promise<Received> {
  const memberId = await idOf({ db }, username);
  const rows = await db.select().from(notices).where(eq(notices.memberId, memberId)).orderBy(asc(notices.id));
  const written = await db
    .select({ kind: mails.kind })
    .from(mails)
    .where(and(eq(mails.memberId, memberId), inArray(mails.kind, NOTICE_KINDS)));
  return { notices: rows.map(({ kind }) => kind), emails: written.map(({ kind }) => kind).toSorted() };
}

/** Expects a notice and an e-mail for each of these events. */
export function both(...kinds: NoticeKind[]): Received {
  return { notices: kinds, emails: kinds.toSorted() };
}

export async function idOf({ db }: Pick<Services, 'db'>, username: string): Promise<number> {
  const member = await findByLogin(db, username);
  if (!member) throw new Error(`Nobody is called ${username}.`);
  return member.id;
}

/** Inserts `count` notices at the current time, without e-mails. */
export async function giveNotices({ db, clock }: Pick<Services, 'db' | 'clock'>, username: string, count: number) {
  const memberId = await idOf({ db }, username);
  const rows = Array.from({ length: count }, (_, index) => ({
    memberId,
    kind: 'accrual-posted' as const,
    about: `${index + 1}.00`,
    at: clock.now(),
  }));
  for (let start = 0; start < count; start += 1_000) await db.insert(notices).values(rows.slice(start, start + 1_000));
}
