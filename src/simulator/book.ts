import { randomBytes } from 'node:crypto';
import type { Payout, PayoutOrder, Refusal } from '#server/node/contract.ts';
import { openJournal } from './journal.ts';
import { CALM, type Switches } from './switches.ts';

/** A payout as the simulator keeps it, with how often it was asked for and asked about. */
export type Kept = { payout: Payout; isRefused: boolean; created: number; read: number };

/** What an order is answered with: its payout, a refusal for good, or that its id belongs to another order. */
type Taken = { payout: Payout } | Refusal | 'id_reused';

/** Everything the simulator knows; it survives a restart. An id is a key, so nothing is paid twice under one. */
export type Book = {
  switches(): Switches;
  turn(change: Partial<Switches>): void;
  /** Newest first. */
  list(): Kept[];
  take(order: PayoutOrder): Taken;
  read(id: string): Payout | undefined;
  /** Sends what was held back; what has been sent or rejected stays as it is, here and in `reject`. */
  send(id: string): void;
  reject(id: string): void;
};

type Entry = { kept: Kept } | { switches: Switches };

export function openBook(file: string): Book {
  const journal = openJournal<Entry>(file, shorten);
  const payouts = new Map<string, Kept>();
  let switches = CALM;
  for (const entry of journal.entries) {
    if ('kept' in entry) payouts.set(entry.kept.payout.id, entry.kept);
    else switches = entry.switches;
  }
  const turn = (change: Partial<Switches>) => {
    switches = { ...switches, ...change };
    journal.write({ switches });
  };
  const keep = (kept: Kept) => {
    journal.write({ kept });
    payouts.set(kept.payout.id, kept);
  };
  const open = (order: PayoutOrder): Kept => {
    const { rejectsNext, holdsPayouts } = switches;
    if (rejectsNext) turn({ rejectsNext: false });
    const payout = rejectsNext ? rejected(order) : holdsPayouts ? accepted(order) : sent(order);
    return { payout, isRefused: rejectsNext, created: 0, read: 0 };
  };
  const end = (id: string, ending: (order: PayoutOrder) => Payout) => {
    const kept = payouts.get(id);
    if (kept?.payout.state === 'accepted') keep({ ...kept, payout: ending(kept.payout) });
  };
  return {
    switches: () => switches,
    turn,
    list: () => [...payouts.values()].toReversed(),
    take(order) {
      const kept = payouts.get(order.id) ?? open(order);
      keep({ ...kept, created: kept.created + 1 });
      const { payout, isRefused } = kept;
      if (!isSameOrder(payout, order)) return 'id_reused';
      return isRefused && payout.state === 'failed' ? { id: payout.id, refused: payout.reason } : { payout };
    },
    read(id) {
      const kept = payouts.get(id);
      if (kept) keep({ ...kept, read: kept.read + 1 });
      return kept?.payout;
    },
    send: (id) => end(id, sent),
    reject: (id) => end(id, rejected),
  };
}

/** A payout keeps its place, however often it changed. */
function shorten(entries: Entry[]): Entry[] {
  const last = new Map<string, Entry>();
  for (const entry of entries) last.set('kept' in entry ? entry.kept.payout.id : 'switches', entry);
  return [...last.values()];
}

const accepted = (order: PayoutOrder): Payout => ({ ...order, state: 'accepted' });
const rejected = (order: PayoutOrder): Payout => ({ ...order, state: 'failed', reason: 'rejected' });
const sent = (order: PayoutOrder): Payout => ({ ...order, state: 'sent', chain_id: randomBytes(32).toString('hex') });

function isSameOrder(payout: Payout, order: PayoutOrder): boolean {
  return (Object.keys(order) as (keyof PayoutOrder)[]).every((name) => payout[name] === order[name]);
}
