import { randomBytes } from 'node:crypto';
import type { Payout, PayoutOrder, Refusal } from '#server/node/contract.ts';
import { isSameOrder } from './payment-requests.ts';
import type { Switches } from './switches.ts';

export type StoredPayout = { payout: Payout; isRefused: boolean; created: number; read: number };

type PayoutResult = { payout: Payout } | Refusal | 'id_reused';

export type Payouts = {
  list(): StoredPayout[];
  takePayout(order: PayoutOrder): PayoutResult;
  read(id: string): Payout | undefined;
  /** `send` and `reject` change held payouts only. */
  send(id: string): void;
  reject(id: string): void;
};

type Parts = {
  stored: StoredPayout[];
  write(storedPayout: StoredPayout): void;
  switches(): Switches;
  turn(change: Partial<Switches>): void;
};

export function openPayouts({ stored, write, switches, turn }: Parts): Payouts {
  const payouts = new Map(stored.map((storedPayout) => [storedPayout.payout.id, storedPayout]));
  const save = (storedPayout: StoredPayout) => {
    write(storedPayout);
    payouts.set(storedPayout.payout.id, storedPayout);
  };
  const open = (order: PayoutOrder): StoredPayout => {
    const { rejectsNext, holdsPayouts } = switches();
    if (rejectsNext) turn({ rejectsNext: false });
    const payout = rejectsNext ? rejected(order) : holdsPayouts ? accepted(order) : sent(order);
    return { payout, isRefused: rejectsNext, created: 0, read: 0 };
  };
  const end = (id: string, ending: (order: PayoutOrder) => Payout) => {
    const storedPayout = payouts.get(id);
    if (storedPayout?.payout.state === 'accepted') save({ ...storedPayout, payout: ending(storedPayout.payout) });
  };
  return {
    list: () => [...payouts.values()].toReversed(),
    takePayout(order) {
      const storedPayout = payouts.get(order.id) ?? open(order);
      save({ ...storedPayout, created: storedPayout.created + 1 });
      const { payout, isRefused } = storedPayout;
      if (!isSameOrder(payout, order)) return 'id_reused';
      return isRefused && payout.state === 'failed' ? { id: payout.id, refused: payout.reason } : { payout };
    },
    read(id) {
      const storedPayout = payouts.get(id);
      if (storedPayout) save({ ...storedPayout, read: storedPayout.read + 1 });
      return storedPayout?.payout;
    },
    send: (id) => end(id, sent),
    reject: (id) => end(id, rejected),
  };
}

const accepted = (order: PayoutOrder): Payout => ({ ...order, state: 'accepted' });
const rejected = (order: PayoutOrder): Payout => ({ ...order, state: 'failed', reason: 'rejected' });
const sent = (order: PayoutOrder): Payout => ({ ...order, state: 'sent', chain_id: randomBytes(32).toString('hex') });
