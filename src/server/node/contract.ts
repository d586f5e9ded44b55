import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { DESTINATION_MAX, NETWORKS } from '#domain/destination.ts';
import { CURRENCY, parseMoney } from '#domain/money.ts';
import { PAYOUT_FAILURES } from '#domain/withdrawal.ts';

/**
 * What Atrium and the member node's QPayments service have agreed on. Every call bears the secret
 * (`Authorization: Bearer …`) and speaks JSON.
 *
 *     POST /v1/payouts        a payout order → 200 payout · 422 refusal
 *     GET  /v1/payouts/{id}                  → 200 payout · 404 absence
 *
 *     POST /v1/payment-requests                    a payment request order → 200 payment request
 *     GET  /v1/payment-requests/{id}               → 200 payment request · 404 absence
 *     POST /v1/payment-requests/{id}/cancellation  → 200 payment request · 404 absence
 *
 * The id is ours and names the payment for good: the same order again is answered with what is there, and another order
 * under its id with 409. A refusal and `failed` are for good as well: nothing is ever sent under that id. Cancelling
 * again changes nothing, and money may still come afterwards. Every other answer says nothing about what became of the
 * order.
 *
 * The node tells us by a webhook, in the form of Standard Webhooks, that a payment request has changed. It says no more
 * than “ask again”: it may come late, twice, in any order, or not at all.
 */
export const PAYOUTS_PATH = 'v1/payouts';
export const PAYMENT_REQUESTS_PATH = 'v1/payment-requests';

/** With two to six decimals; of a payout what arrives, fee taken off. */
const amount = z.string().regex(/^\d{1,13}\.\d{2,6}$/);

export const payoutOrder = z.strictObject({
  id: z.uuid(),
  destination: z.string().min(1).max(DESTINATION_MAX),
  network: z.enum(NETWORKS),
  amount,
  currency: z.literal(CURRENCY),
});

export type PayoutOrder = z.infer<typeof payoutOrder>;

/** A reason that a newer node gives and we don't know is still a reason. */
const failure = z.string().transform((word) => PAYOUT_FAILURES.find((known) => known === word) ?? 'other');

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
  /** Until then the amount is right; the node sees money that comes later as well. */
  expires_at: z.iso.datetime(),
});

export type PaymentRequestOrder = z.infer<typeof paymentRequestOrder>;

/** What a database can keep and a page can show: no control characters, no halves of characters. */
const words = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^\P{C}+$/u);

/** In whole millionths, whatever the currency: the node cuts off what is less. */
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
  /** A page where a person can pay. */
  pay_url: z.nullable(z.url({ protocol: /^https?$/ }).max(2048)),
  payments: z
    .array(payment)
    .max(PAYMENTS_MAX)
    .refine((payments) => new Set(payments.map(({ id }) => id)).size === payments.length),
});

export type PaymentRequest = z.infer<typeof paymentRequest>;

/** The body of a webhook, as the node sends it; `timestamp` is when the request changed. */
export type WebhookEvent = { type: 'payment_request.changed'; timestamp: string; data: { id: string } };

/** The headers of a webhook; `timestamp` is when it was sent, in seconds of Unix time. */
type WebhookHeaders = { id: string; timestamp: string };

/** One signature, as it stands in `webhook-signature`, where several are separated by spaces. */
export function webhookSignature(key: Buffer, { id, timestamp }: WebhookHeaders, body: string): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

const SERIALISED = 'whsec_';

/** The key that a shared secret stands for; one that begins as Standard Webhooks writes them is base64. */
export function webhookKey(secret: string): Buffer {
  return secret.startsWith(SERIALISED) ? Buffer.from(secret.slice(SERIALISED.length), 'base64') : Buffer.from(secret);
}
