import { and, eq, isNull, sql } from 'drizzle-orm';
import type { OutputOf } from '#contracts/contract.ts';
import type { getPartner } from '#contracts/partner.ts';
import { publicFace } from '#domain/partner-card.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members } from '#server/db/schema/index.ts';

export async function findPartner(db: Db, refCode: string): Promise<Member | undefined> {
  const [found] = await db
    .select()
    .from(members)
    .where(and(eq(members.refCode, refCode), isNull(members.blockedAt), isNull(members.closedAt)));
  return found;
}

export function presentPartner(member: Member): OutputOf<typeof getPartner> {
  return { ...publicFace(member), member_since: member.registeredAt.toISOString() };
}

/** A sitemap file may have 50,000 addresses, and every member has six. */
const MEMBERS_PER_PART = 8_333;

/** A part is a fixed range of ids, so a member always stays in the same part. */
export async function sitemapParts(db: Db): Promise<{ part: number }[]> {
  const { rows } = await db.execute<{ part: number }>(sql`
    select (id - 1) / ${MEMBERS_PER_PART}::integer as part from members
    where in_sitemap and blocked_at is null
    group by 1 order by 1`);
  return rows;
}

export async function sitemapPart(db: Db, part: number): Promise<{ ref: string }[]> {
  const first = part * MEMBERS_PER_PART + 1;
  const { rows } = await db.execute<{ ref: string }>(sql`
    select ref_code as ref from members
    where in_sitemap and blocked_at is null
      and id >= ${first}::bigint and id < ${first + MEMBERS_PER_PART}::bigint
    order by id`);
  return rows;
}
