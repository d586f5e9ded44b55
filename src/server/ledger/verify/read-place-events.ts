import { sql } from 'drizzle-orm';
import type { PlaceEvent } from '#domain/placement/replay.ts';
import type { Closing } from '#domain/places.ts';
import type { Db } from '#server/db/connect.ts';

const AT_ONCE = 2_000;

/** In the order in which they were written. Needs a transaction, for its cursor. */
export async function* readPlaceEvents(db: Db, planId: string): AsyncGenerator<PlaceEvent[]> {
  await db.execute(sql`
    declare events_of_plan no scroll cursor for
    select e.place_id as "placeId", p.member_id as "memberId", e.kind, extract(epoch from e.at)::float8 as seconds,
      case when jsonb_typeof(e.details) = 'object' then e.details else '{}' end as details
    from place_events e join places p on p.id = e.place_id
    where p.plan_id = ${planId} order by e.id`);
  for (let isMore = true; isMore;) {
    const { rows } = await db.execute<Omit<PlaceEvent, 'at'> & { seconds: number }>(
      sql`fetch ${sql.raw(String(AT_ONCE))} from events_of_plan`,
    );
    if (rows.length > 0) yield rows.map(({ seconds, ...event }) => ({ ...event, at: new Date(seconds * 1000) }));
    isMore = rows.length === AT_ONCE;
  }
  await db.execute(sql`close events_of_plan`);
}

export type StoredSeat = {
  id: number;
  memberId: number;
  aboveId: number | null;
  seat: number;
  depth: number;
  closing: Closing | null;
  openedMs: number;
  /** End of the transaction, which the ledger's sale proves. */
  soldMs: number | null;
};

export async function* readSeats(db: Db, planId: string): AsyncGenerator<StoredSeat[]> {
  for (let after = -(2 ** 31); ;) {
    const { rows }: { rows: StoredSeat[] } = await db.execute<StoredSeat>(sql`
      select p.id, p.member_id as "memberId", p.above_id as "aboveId", p.seat, p.depth, p.closing,
        extract(epoch from p.opened_at)::float8 * 1000 as "openedMs",
        extract(epoch from t.ended_at)::float8 * 1000 as "soldMs"
      from places p left join transactions t on t.id = p.transaction_id
      where p.plan_id = ${planId} and p.id > ${after} order by p.id limit ${AT_ONCE}`);
    yield rows;
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/** Adds the inviters of these members, and of all above them. */
export async function addInviters(db: Db, inviters: Map<number, number | undefined>, memberIds: number[]) {
  const unknown = [...new Set(memberIds)].filter((id) => !inviters.has(id));
  if (unknown.length === 0) return;
  const { rows } = await db.execute<{ id: number; inviterId: number | null }>(sql`
    with recursive up as (
      select id, inviter_id from members where id = any(${sql.param(unknown)}::integer[])
      union
      select m.id, m.inviter_id from up join members m on m.id = up.inviter_id
    )
    select id, inviter_id as "inviterId" from up`);
  for (const { id, inviterId } of rows) inviters.set(id, inviterId ?? undefined);
}

/** Events of places that are gone. */
export async function findStrayEvents(db: Db): Promise<{ id: number; placeId: number }[]> {
  const { rows } = await db.execute<{ id: number; placeId: number }>(sql`
    select e.id, e.place_id as "placeId" from place_events e
    where not exists (select from places p where p.id = e.place_id) order by e.id limit ${AT_ONCE}`);
  return rows;
}
