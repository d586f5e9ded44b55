import { and, eq, gt, inArray, isNull, lte, max, type SQL, sql } from 'drizzle-orm';
import type { Segment } from '#domain/announcements.ts';
import type { Db } from '#server/db/connect.ts';
import { members } from '#server/db/schema/index.ts';

/** Closed and blocked members get nothing. */
export function inSegment({ languages, statuses, activity, plan }: Segment): SQL | undefined {
  return and(
    isNull(members.closedAt),
    isNull(members.blockedAt),
    languages.length > 0 ? inArray(members.language, languages) : undefined,
    statuses.length > 0 ? inArray(members.careerStatus, statuses) : undefined,
    activity === 'all' ? undefined : eq(members.active, activity === 'active'),
    plan === ''
      ? undefined
      : sql`exists (select from places where member_id = ${members.id} and plan_id = ${plan} and closed_at is null)`,
  );
}

/** Members who want its e-mails. */
export const WANTS_EMAIL = sql`not ${members.unwantedMails} @> '["announcement"]'`;

/** Member ids per statement: one for a million would take too long. */
const AT_ONCE = 100_000;

export async function countRecipients(db: Db, segment: Segment): Promise<{ members: number; emails: number }> {
  const sums = { members: 0, emails: 0 };
  const [newest] = await db.select({ id: max(members.id) }).from(members);
  for (let from = 0; from < (newest?.id ?? 0); from += AT_ONCE) {
    const [counted] = await db
      .select({
        members: sql<number>`count(*)::integer`,
        emails: sql<number>`(count(*) filter (where ${WANTS_EMAIL}))::integer`,
      })
      .from(members)
      .where(and(gt(members.id, from), lte(members.id, from + AT_ONCE), inSegment(segment)));
    sums.members += counted?.members ?? 0;
    sums.emails += counted?.emails ?? 0;
  }
  return sums;
}
