import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { OutputOf } from '#contracts/contract.ts';
import type { getLogProof } from '#contracts/seals.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { logTree } from '#domain/seal/log-tree.ts';
import { isUuid } from '#domain/uuid.ts';
import type { Db } from '#server/db/connect.ts';
import { dailySeals, logEntries, type Member, places } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { sha256 } from '../member-leaves.ts';
import { midnightAfter } from '../midnight.ts';
import {
  type CommittedKind,
  entryOf,
  nonceOf,
  PAYOUTS,
  payoutOpening,
  type PayoutRow,
  SEATS,
  seatOpening,
  type SeatRow,
} from './entries.ts';
import { readHashes } from './read-tiles.ts';

type ProofServices = Pick<Services, 'db' | 'secrets' | 'config' | 'log'>;
type Wanted = { kind: CommittedKind; id: string };
type Proof = OutputOf<typeof getLogProof>;
type Opened = { source: string; opening: string; at: Date };

/** Only for the caller’s own payout or place. A row that differs from its entry is logged: it must never happen. */
export async function readLogProof(
  services: ProofServices,
  wanted: Wanted,
  member: Pick<Member, 'id'>,
): Promise<Proof | Refused> {
  const { db, config } = services;
  const [seal] = await db
    .select()
    .from(dailySeals)
    .where(isNotNull(dailySeals.logSize))
    .orderBy(desc(dailySeals.day))
    .limit(1);
  if (!seal || seal.logSize === null) return refuse('not_found');
  const midnight = midnightAfter(seal.day, config.timeZone);
  const opened = (await readOwn(db, wanted, member.id)).filter(({ at }) => at < midnight);
  if (opened.length === 0) return refuse('not_found');
  const entries = await readEntries(db, wanted.kind, opened);
  const tree = logTree(sha256, seal.logSize, (level, number, width) => readHashes(db, level, number, width));
  const proven: Proof['entries'] = [];
  for (const { source, opening } of opened) {
    const found = entries.get(source);
    const nonce = found && nonceFor(services, { kind: wanted.kind, source, opening, entry: found.entry });
    if (!found || !nonce) return refuseMissing(services, wanted, member.id);
    const path = await tree.pathTo(found.index);
    proven.push({ opening, nonce: hexOf(nonce), index: found.index, path: path.map(hexOf) });
  }
  if (wanted.kind === 'seat' && !(await isSeatAsLogged(db, Number(wanted.id)))) {
    return refuseMissing(services, wanted, member.id);
  }
  return { note: seal.note, entries: proven };
}

function refuseMissing({ log }: ProofServices, { kind, id }: Wanted, memberId: number): Refused {
  log('error', 'not in the public log', { kind, id, memberId });
  return refuse('not_in_seal');
}

const EVENTS_MAX = 100;

async function readOwn(db: Db, { kind, id }: Wanted, memberId: number): Promise<Opened[]> {
  if (kind === 'payout') {
    if (!isUuid(id)) return [];
    const { rows } = await db.execute<PayoutRow>(sql`${PAYOUTS} and w.id = ${id} and w.member_id = ${memberId}`);
    return rows.map((row) => ({ source: row.source, opening: payoutOpening(row), at: new Date(row.at) }));
  }
  if (!/^[1-9]\d{0,8}$/.test(id)) return [];
  const { rows } = await db.execute<SeatRow>(sql`
    ${SEATS} and p.id = ${Number(id)} and p.member_id = ${memberId} order by e.id limit ${EVENTS_MAX}`);
  return rows.map((row) => ({ source: row.source, opening: seatOpening(row), at: new Date(row.at) }));
}

async function readEntries(db: Db, kind: CommittedKind, opened: readonly Opened[]) {
  const sources = opened.map(({ source }) => source);
  const rows = await db
    .select({ index: logEntries.index, source: logEntries.source, entry: logEntries.entry })
    .from(logEntries)
    .where(and(eq(logEntries.kind, kind), inArray(logEntries.source, sources)));
  return new Map(rows.map((row) => [row.source, row]));
}

type Sought = { kind: CommittedKind; source: string; opening: string; entry: Buffer };

/** Entries keep the pepper of their day. Undefined if no pepper makes this entry of the opening. */
function nonceFor({ secrets }: ProofServices, { kind, source, opening, entry }: Sought): Buffer | undefined {
  return secrets.sealNonces
    .map((nonces) => nonceOf(nonces, kind, source))
    .find((nonce) => entryOf(kind, nonce, opening).equals(entry));
}

/** A place is on the seat and below the place that its events name. */
async function isSeatAsLogged(db: Db, placeId: number): Promise<boolean> {
  const { rows } = await db.execute<{ fits: boolean }>(sql`
    select coalesce(seated.seat = p.seat::text and above.id = coalesce(p.above_id::text, ''), true) as fits
    from ${places} p
      left join lateral (
        select details ->> 'seat' as seat from place_events where place_id = p.id and kind = 'seated' order by id limit 1
      ) as seated on true
      left join lateral (
        select details ->> 'above' as id from place_events
        where place_id = p.id and kind in ('seated', 'moved') order by id desc limit 1
      ) as above on true
    where p.id = ${placeId}`);
  return rows[0]?.fits ?? false;
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
