import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { DESTINATION_MAX, NETWORKS } from '#domain/destination.ts';
import { CURRENCY, parseMoney } from '#domain/money.ts';
import { PAYOUT_FAILURES } from '#domain/withdrawal.ts';

/**
 * Contract of Atrium and the node's QPayments service: JSON, `Authorization: Bearer <secret>`.
 *
 *     POST /v1/payouts                             payout order → 200 payout · 422 refusal
 *     GET  /v1/payouts/{id}                        → 200 payout · 404 absence
 *     POST /v1/payment-requests                    payment request order → 200 payment request
 *     GET  /v1/payment-requests/{id}               → 200 payment request · 404 absence
 *     POST /v1/payment-requests/{id}/cancellation  → 200 payment request · 404 absence
 *     GET  /v1/balance                             → 200 balance (optional: any other answer means that it isn’t told)
 *
 * Atrium chooses the ids. The same order again returns the existing state, another order under its id gets 409.
 * A refusal and `failed` are final. Cancelling is idempotent; payments may still arrive afterwards.
 * All other responses tell nothing about the order.
 * A webhook (Standard Webhooks) only means “ask again”. It may come late, twice, in any order, or not at all.
 */
export const PAYOUTS_PATH = 'v1/payouts';
export const PAYMENT_REQUESTS_PATH = 'v1/payment-requests';
export const BALANCE_PATH = 'v1/balance';

/** Two to six decimals. For payouts: the amount that arrives, without the fee. */
const amount = z.string().regex(/^\d{1,13}\.\d{2,6}$/);

export const payoutOrder = z.strictObject({
  id: z.uuid(),
  destination: z.string().min(1).max(DESTINATION_MAX),
  network: z.enum(NETWORKS),
  amount,
  currency: z.literal(CURRENCY),
});

export type PayoutOrder = z.infer<typeof payoutOrder>;

const failure = z.string().transform((word) => PAYOUT_FAILURES.find((code) => code === word) ?? 'other');

const orderBack = z.object({ ...payoutOrder.shape });

export const payout = z.discriminatedUnion('state', [
  orderBack.extend({ state: z.literal('accepted') }),
  orderBack.extend({ state: z.literal('sent'), chain_id: z.string().min(1).max(256) }),
  orderBack.extend({ state: z.literal('failed'), reason: failure }),
]);

export type Payout = z.infer<typeof payout>;

export const refusal = z.object({ id: z.uuid(), refused: failure });
export type Refusal = z.infer<typeof refusal>;
export const absence = z.object({ id: z.uuid(), absent: z.literal(true) });

export const paymentRequestOrder = z.strictObject({
  id: z.uuid(),
  amount,
  currency: z.literal(CURRENCY),
  /** The price is valid until then; later payments are reported too. */
  expires_at: z.iso.datetime(),
});

export type PaymentRequestOrder = z.infer<typeof paymentRequestOrder>;

/** No control characters and no lone surrogates, so that the database can store it. */
const words = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^\P{C}+$/u);

/** Whole micros for every currency: the node cuts off smaller parts. */
const received = z.string().refine((text) => (parseMoney(text) ?? 0n) > 0n);

export const payment = z.object({
  id: words(128),
  amount: received,
  currency: words(16),
  at: z.iso.datetime({ offset: true }).refine((at) => Date.parse(at) > 0),
  is_confirmed: z.boolean(),
});

export type Payment = z.infer<typeof payment>;

export const PAYMENTS_MAX = 100;

export const paymentRequest = z.object({
  ...paymentRequestOrder.shape,
  state: z.enum(['open', 'cancelled']),
  address: words(256),
  pay_url: z.nullable(z.url({ protocol: /^https?$/ }).max(2048)),
  payments: z
    .array(payment)
    .max(PAYMENTS_MAX)
    .refine((payments) => new Set(payments.map(({ id }) => id)).size === payments.length),
});

export type PaymentRequest = z.infer<typeof paymentRequest>;

/** Amount that the node can send now. A person reads it; no rule depends on it. */
export const balance = z.object({
  available: z.string().refine((text) => parseMoney(text) !== undefined),
  currency: z.literal(CURRENCY),
});

/** `timestamp`: when the request changed. */
export type WebhookEvent = { type: 'payment_request.changed'; timestamp: string; data: { id: string } };

/** `timestamp`: when it was sent, in Unix seconds. */
type WebhookHeaders = { id: string; timestamp: string };

export function webhookSignature(key: Buffer, { id, timestamp }: WebhookHeaders, body: string): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

const SERIALISED = 'whsec_';

/** Standard Webhooks writes base64 secrets with the prefix `whsec_`. */
export function webhookKey(secret: string): Buffer {
  return secret.startsWith(SERIALISED) ? Buffer.from(secret.slice(SERIALISED.length), 'base64') : Buffer.from(secret);
}
