import { randomUUID } from 'node:crypto';
import type { PayoutOrder } from '#server/node/contract.ts';
import { WALLET } from './money.ts';

/** A payout that the house could ask for. */
export function payoutOrder(change: Partial<PayoutOrder> = {}): PayoutOrder {
  return { id: randomUUID(), destination: WALLET, network: 'trc20', amount: '12.50', currency: 'USDT', ...change };
}
