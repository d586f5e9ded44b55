import { randomBytes } from 'node:crypto';
import type { Payout, PayoutOrder, Refusal } from '#server/node/contract.ts';
import { isSameOrder } from './payment-requests.ts';
import type { Switches } from './switches.ts';

export type StoredPayout = { payout: Payout; isRefused: boolean; created: number; read: number };

type PayoutResult = { payout: Payout } | Refusal | 'id_reused';

export type Payouts = {
  list(): StoredPayout[];
  take(order: PayoutOrder): PayoutResult;
  read(id: string): Payout | undefined;
  /** `send` and `reject` change held payouts only. */
  send(id: string): void;
  reject(id: string): void;
};

type Parts = {
  known: StoredPayout[];
  write(kept: StoredPayout): void;
  switches(): Switches;
  turn(change: Partial<Switches>): void;
};

export function openPayouts({ known, write, switches, turn }: Parts): Payouts {
  const payouts = new Map(known.map((kept) => [kept.payout.id, kept]));
  const keep = (kept: StoredPayout) => {
    write(kept);
    payouts.set(kept.payout.id, kept);
  };
  const open = (order: PayoutOrder): StoredPayout => {
    const { rejectsNext, holdsPayouts } = switches();
    if (rejectsNext) turn({ rejectsNext: false });
    const payout = rejectsNext ? rejected(order) : holdsPayouts ? accepted(order) : sent(order);
    return { payout, isRefused: rejectsNext, created: 0, read: 0 };
  };
  const end = (id: string, ending: (order: PayoutOrder) => Payout) => {
    const kept = payouts.get(id);
    if (kept?.payout.state === 'accepted') keep({ ...kept, payout: ending(kept.payout) });
  };
  return {
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

const accepted = (order: PayoutOrder): Payout => ({ ...order, state: 'accepted' });
const rejected = (order: PayoutOrder): Payout => ({ ...order, state: 'failed', reason: 'rejected' });
const sent = (order: PayoutOrder): Payout => ({ ...order, state: 'sent', chain_id: randomBytes(32).toString('hex') });
