import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
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

export async function countRecipients(db: Db, segment: Segment): Promise<{ members: number; emails: number }> {
  const [counted] = await db
    .select({
      members: sql<number>`count(*)::integer`,
      emails: sql<number>`(count(*) filter (where ${WANTS_EMAIL}))::integer`,
    })
    .from(members)
    .where(inSegment(segment));
  return counted ?? { members: 0, emails: 0 };
}
