import { randomUUID } from 'node:crypto';
import type { PaymentRequestOrder, PayoutOrder } from '#server/node/contract.ts';
import { WALLET } from '../people/money.ts';

export function payoutOrder(change: Partial<PayoutOrder> = {}): PayoutOrder {
  return { id: randomUUID(), destination: WALLET, network: 'trc20', amount: '12.50', currency: 'USDT', ...change };
}

export function paymentRequestOrder(change: Partial<PaymentRequestOrder> = {}): PaymentRequestOrder {
  const expiresAt = new Date(Date.now() + 60 * 60 * 1000).toISOString();
  return { id: randomUUID(), amount: '100.00', currency: 'USDT', expires_at: expiresAt, ...change };
}
