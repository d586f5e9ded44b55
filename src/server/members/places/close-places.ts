import { and, asc, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { NoticeKind } from '#domain/notices.ts';
import type { EndOfLicence } from '#domain/places.ts';
import type { Db } from '#server/db/connect.ts';
import { placeEvents, places } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { notifyMany } from '#server/members/notices/index.ts';
import type { PlaceRow } from './plans-of-member.ts';

/** Pays nothing and sends no notices. A closed place still opens the next plan. */
export async function closePlaces(
  tx: Db,
  services: Pick<Services, 'clock'>,
  ids: readonly number[],
  closing: EndOfLicence,
): Promise<PlaceRow[]> {
  if (ids.length === 0) return [];
  const closed = await tx
    .update(places)
    .set({ closing, closedAt: services.clock.now() })
    .where(and(inArray(places.id, [...ids]), isNull(places.closedAt)))
    .returning();
  for (const { id } of closed) await logPlace(tx, services, id, 'closed', { because: closing });
  return closed;
}

const AT_ONCE = 200;

export async function expirePlaces(services: Pick<Services, 'transaction' | 'clock'>): Promise<void> {
  for (let isMore = true; isMore;) {
    isMore = await services.transaction(async (tx) => {
      const closed = await closeExpired(tx, services);
      await notifyClosed(tx, services, closed, 'expired');
      return closed.length === AT_ONCE;
    });
  }
}

/** One batch, without notices. */
export async function closeExpired(tx: Db, services: Pick<Services, 'clock'>): Promise<PlaceRow[]> {
  const expired = await tx
    .select({ id: places.id })
    .from(places)
    .where(and(isNull(places.closedAt), lte(places.expiresAt, services.clock.now())))
    .orderBy(asc(places.id))
    .limit(AT_ONCE)
    .for('no key update', { skipLocked: true });
  const ids = expired.map(({ id }) => id);
  const closed = await closePlaces(tx, services, ids, 'expired');
  await refreshMembers(
    tx,
    closed.map(({ memberId }) => memberId),
  );
  return closed;
}

const NOTICE_OF = { full: 'place-full', expired: 'place-expired' } as const satisfies Record<EndOfLicence, NoticeKind>;

/** A member with several places gets a notice for each. */
export async function notifyClosed(
  tx: Db,
  services: Pick<Services, 'clock'>,
  closed: readonly PlaceRow[],
  closing: EndOfLicence,
): Promise<void> {
  for (let remaining = closed; remaining.length > 0;) {
    const abouts = new Map(remaining.map(({ memberId, transactionId }) => [memberId, transactionId]));
    await notifyMany(tx, services, NOTICE_OF[closing], abouts);
    remaining = remaining.filter(({ memberId, transactionId }) => abouts.get(memberId) !== transactionId);
  }
}

export async function logPlace(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  placeId: number,
  kind: (typeof placeEvents.$inferInsert)['kind'],
  details: Record<string, string>,
): Promise<void> {
  await tx.insert(placeEvents).values({ placeId, kind, at: clock.now(), details });
}

/** Totals and teams follow by triggers. Locks in order of ids, so that two calls don't deadlock. */
export async function refreshMembers(tx: Db, memberIds: readonly number[]): Promise<void> {
  if (memberIds.length === 0) return;
  const ids = sql.param([...new Set(memberIds)]);
  await tx.execute(sql`select from members where id = any(${ids}::integer[]) order by id for no key update`);
  await tx.execute(sql`
    update members m set active = held.active, real_estate = held.real_estate
    from (
      select m.id,
        count(*) filter (where plans.platform = 'licenses') > 0
          and m.closed_at is null as active,
        count(*) filter (where plans.platform = 'dreamx') as real_estate
      from members m
        left join places p on p.member_id = m.id and p.closed_at is null
        left join plans on plans.id = p.plan_id
      where m.id = any(${ids}::integer[]) group by m.id
    ) as held
    where m.id = held.id
      and (m.active, m.real_estate) is distinct from (held.active, held.real_estate)`);
}
