import { z } from 'zod';
import { DESTINATION_MAX, NETWORKS } from '#domain/destination.ts';
import { CURRENCY } from '#domain/money.ts';
import { PAYOUT_FAILURES } from '#domain/withdrawal.ts';

/**
 * What the house and the member node's QPayments service have agreed on. Every call bears the secret
 * (`Authorization: Bearer …`) and speaks JSON.
 *
 *     POST /v1/payouts        a payout order → 200 payout · 422 refusal
 *     GET  /v1/payouts/{id}                  → 200 payout · 404 absence
 *
 * The id is ours and names the payment for good: the same order again is answered with the payout that is there, and
 * another order under its id with 409. A refusal and `failed` are for good as well: nothing is ever sent under that id.
 * Every other answer says nothing about what became of the order.
 */
export const PAYOUTS_PATH = 'v1/payouts';

/** An amount that arrives, fee taken off, with two to six decimals. */
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
