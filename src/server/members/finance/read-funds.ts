import { eq, type SQL, sql } from 'drizzle-orm';
import { prepared } from '#server/db/prepared.ts';
import { memberPins, members } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { knownDestinations } from './known-destinations.ts';
import { sumRefundLeft } from './refund-left.ts';
import { resultsOf } from '#server/ledger/index.ts';
import { dailyLeft, sumRequested, todayIn } from './withdrawal-blocker.ts';

type Funds = {
  pin: typeof memberPins.$inferSelect | undefined;
  availableMicros: bigint;
  heldMicros: bigint;
  earnedMicros: bigint;
  paidMicros: bigint;
  dailyLeftMicros: bigint;
  refundMicros: bigint;
  usualMinutes: number | null;
  knownDestinations: string[] | null;
  savedDestinations: { name: string; destination: string; savedAt: Date }[];
};

/** One query for all figures of the balance card and the withdraw form. */
export async function readFunds(services: Services, memberId: number): Promise<Funds> {
  const [row] = await fundsQuery(services.db).execute({ memberId, ...todayIn(services) });
  return {
    pin: row?.pin ?? undefined,
    availableMicros: BigInt(row?.available ?? 0),
    heldMicros: BigInt(row?.held ?? 0),
    earnedMicros: BigInt(row?.result?.earned ?? 0),
    paidMicros: BigInt(row?.result?.paid ?? 0),
    dailyLeftMicros: dailyLeft(services, BigInt(row?.requested ?? 0)),
    refundMicros: BigInt(row?.refund ?? 0),
    usualMinutes: row?.usualMinutes ?? null,
    knownDestinations: row?.destinations ?? null,
    savedDestinations: (row?.saved ?? []).map((one) => ({ ...one, savedAt: new Date(one.savedAt) })),
  };
}

const fundsQuery = prepared((db) =>
  db
    .select({
      pin: memberPins,
      available: balanceOf('available'),
      held: balanceOf('held'),
      result,
      requested: sumRequested(members.id, { day: sql.placeholder('day'), timeZone: sql.placeholder('timeZone') }),
      refund: sql<string>`least(${sumRefundLeft(members.id)}, coalesce(${balanceOf('available')}, 0))`,
      usualMinutes,
      destinations: knownDestinations(members.id),
      saved: savedOldestFirst,
    })
    .from(members)
    .leftJoin(memberPins, eq(memberPins.memberId, members.id))
    .where(eq(members.id, sql.placeholder('memberId')))
    .prepare('funds'),
);

function balanceOf(kind: 'available' | 'held'): SQL<string | null> {
  return sql`(select balance from ledger_accounts a where a.member_id = ${members.id} and a.kind = ${kind})`;
}

const result = sql<{ earned: string; paid: string } | null>`(
  select json_build_object('earned', r.earned::text, 'paid', r.paid::text)
  from ${resultsOf(sql`member_id = ${members.id}`)} as r)`;

const savedOldestFirst = sql<{ name: string; destination: string; savedAt: string }[]>`(
  select coalesce(
    json_agg(json_build_object('name', name, 'destination', destination, 'savedAt', saved_at) order by saved_at, id), '[]')
  from saved_destinations where member_id = ${members.id})`;

const MIN_COUNTED = 10;

/** Median of the last hundred of all members; null below `MIN_COUNTED`. */
const usualMinutes = sql<number | null>`(
  select ceil(percentile_cont(0.5) within group (order by extract(epoch from completed_at - requested_at)) / 60)::int
  from (
    select completed_at, requested_at from withdrawals where state = 'completed' order by requested_at desc limit 100
  ) as recent
  having count(*) >= ${sql.raw(String(MIN_COUNTED))})`;
