import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { openingOfPayout, openingOfSeat, committedEntry, sealEntry } from '#domain/seal/log-entry.ts';
import { type MacKey, mac } from '#server/base/secrets.ts';
import type { dailySeals } from '#server/db/schema/index.ts';
import { lineOfSeal } from '../seal-keys.ts';

export type CommittedKind = 'payout' | 'seat';
/** A row of one kind's query; `source` is unique in it. */
export type SourceRow = { source: string };

export type PayoutRow = SourceRow & { username: string; amount: string; fee: string; chain: string; at: string };
export type SeatRow = SourceRow & {
  username: string;
  plan: string;
  place: number;
  event: string;
  details: Record<string, string>;
  at: string;
};

/** Completed payouts. The caller adds conditions on `w`. */
export const PAYOUTS = sql`
  select w.id::text as source, m.username, w.amount::text, w.fee::text, coalesce(w.chain_id, '') as chain,
    w.completed_at::text as at
  from withdrawals w join members m on m.id = w.member_id where w.state = 'completed'`;

/** Placement events. The caller adds conditions on `e` and `p`. */
export const SEATS = sql`
  select e.id::text as source, m.username, p.plan_id as plan, p.id as place, e.kind as event, e.details, e.at::text as at
  from place_events e join places p on p.id = e.place_id join members m on m.id = p.member_id where true`;

export function payoutOpening({ source, username, amount, fee, chain, at }: PayoutRow): string {
  const money = { amountMicros: BigInt(amount), feeMicros: BigInt(fee) };
  return openingOfPayout({ id: source, username, ...money, chainId: chain, at: new Date(at) });
}

export function seatOpening({ source, username, plan, place, event, details, at }: SeatRow): string {
  return openingOfSeat({ id: source, username, plan, place: String(place), event, details, at: new Date(at) });
}

/** Only the member gets it, and with it nothing but this entry can be opened. */
export function nonceOf(nonces: MacKey, kind: CommittedKind, source: string): Buffer {
  return mac(nonces, 'log nonce', kind, source);
}

export function entryOf(kind: CommittedKind, nonce: Buffer, opening: string): Buffer {
  return Buffer.from(committedEntry(kind, createHmac('sha256', nonce).update(opening).digest('hex')));
}

export function entryOfSeal(row: Pick<typeof dailySeals.$inferSelect, 'note' | 'publicKey' | 'signature'>): Buffer {
  return Buffer.from(sealEntry(row.note, lineOfSeal(row)));
}
