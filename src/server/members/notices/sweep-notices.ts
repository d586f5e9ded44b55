import { sql } from 'drizzle-orm';
import { addSeconds } from '#server/base/clock.ts';
import type { Services } from '#server/api/services.ts';

const DAY_SECONDS = 24 * 60 * 60;
const SEEN_KEPT_DAYS = 180;
const UNSEEN_KEPT_DAYS = 730;
const AT_ONCE = 10_000;

export async function sweepNotices({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const daysAgo = (days: number) => addSeconds(clock.now(), -days * DAY_SECONDS).toISOString();
  const [seenBefore, before] = [daysAgo(SEEN_KEPT_DAYS), daysAgo(UNSEEN_KEPT_DAYS)];
  // Ids grow with time, so it stops at the first batch that begins with a notice to keep.
  for (let after: number | null = 0; after !== null;) {
    const result: { rows: { last: number | null }[] } = await db.execute(sql`
      with stretch as (
        select id, at, seen_at from notices where id > ${after}::integer order by id limit ${AT_ONCE}
      ), gone as (
        delete from notices n using stretch s
        where n.id = s.id and (s.at < ${before} or (s.at < ${seenBefore} and s.seen_at is not null))
      )
      select case when min(at) < ${seenBefore} then max(id) end as last from stretch`);
    after = result.rows[0]?.last ?? null;
  }
}
