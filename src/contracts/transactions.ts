import * as z from 'zod/mini';
import { CLOSINGS, PLATFORMS } from '#domain/places.ts';
import { TRANSACTION_STATES } from '#domain/transaction.ts';
import { contract } from './contract.ts';
import { pageFields, pageOf, text } from './fields.ts';

const TRANSACTIONS_PAGE_MAX = 100;
const money = z.string();

export const transaction = z.object({
  id: z.string(),
  state: z.enum(TRANSACTION_STATES),
  platform: z.enum(PLATFORMS),
  plan: z.object({ id: z.string(), number: z.int(), title: z.string() }),
  price: money,
  currency: z.string(),
  /** Name of the platform’s time zone, in which its deadlines are shown. */
  zone: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  payment: z.nullable(z.object({ address: z.string(), url: z.nullable(z.string()) })),
  /** `paid` is confirmed by the node, `pending` is not yet. */
  paid: money,
  pending: money,
  /** 0 if the transaction has ended. */
  missing: money,
  returned: money,
  /** Null until the payments reach the price; `active_by` is 15 minutes later. */
  paid_at: z.nullable(z.iso.datetime()),
  active_by: z.nullable(z.iso.datetime()),
  has_other_currency: z.boolean(),
  can_cancel: z.boolean(),
  can_recreate: z.boolean(),
  can_withdraw: z.boolean(),
  place: z.nullable(
    z.object({
      id: z.int(),
      number: z.string(),
      /** Number of the place above it; null at the top of a tree. */
      above: z.nullable(z.string()),
      /** Its position under that place, from 1. */
      seat: z.int(),
      closing: z.nullable(z.enum(CLOSINGS)),
      closed_at: z.nullable(z.iso.datetime()),
    }),
  ),
  /** Until when its member may withdraw from the purchase; null before it opens, and where there is no such right. */
  withdrawal: z.nullable(z.object({ until: z.iso.datetime(), withdrawn_at: z.nullable(z.iso.datetime()) })),
  /** Oldest first. */
  steps: z.array(z.object({ state: z.enum(TRANSACTION_STATES), at: z.iso.datetime() })),
  /** In the order of arrival. */
  payments: z.array(z.object({ amount: money, currency: z.string(), at: z.iso.datetime() })),
});

export type Transaction = z.infer<typeof transaction>;

export const listTransactions = contract({
  method: 'GET',
  path: '/api/transactions/',
  summary: 'My requests to pay for places, newest first',
  caller: 'member',
  input: z.strictObject(pageFields(TRANSACTIONS_PAGE_MAX)),
  output: z.object(pageOf(transaction)),
  success: 200,
  refusals: [],
});

const byId = z.strictObject({ id: text(64) });

export const getTransaction = contract({
  method: 'GET',
  path: '/api/transactions/{id}/',
  summary: 'One of my transactions, as an invoice',
  caller: 'member',
  input: byId,
  output: transaction,
  success: 200,
  refusals: ['not_found'],
});

export const cancelTransaction = contract({
  method: 'POST',
  path: '/api/transactions/{id}/cancellation/',
  summary: 'Takes a request back; what was paid for it comes to my balance. Cancelling it again changes nothing',
  caller: 'member',
  changes: 'transactions',
  uid: 'required',
  input: byId,
  output: transaction,
  success: 200,
  refusals: ['not_found', 'transaction_moved_on'],
});

export const recreateTransaction = contract({
  method: 'POST',
  path: '/api/transactions/{id}/recreation/',
  summary: 'Cancels a request and makes another for the same plan, at the price of today',
  caller: 'member',
  changes: 'transactions',
  uid: 'required',
  input: byId,
  output: transaction,
  success: 201,
  refusals: [
    'not_found',
    'transaction_moved_on',
    'plan_not_on_sale',
    'previous_plan_required',
    'already_bought',
    'agreement_required',
    'too_often',
  ],
});

export const withdrawPurchase = contract({
  method: 'POST',
  path: '/api/transactions/{id}/withdrawal/',
  summary:
    'Withdraws from a purchase until its last day: the price comes to my balance, the seat is free again. Doing it again changes nothing',
  caller: 'member',
  changes: 'transactions',
  uid: 'required',
  input: byId,
  output: transaction,
  success: 200,
  refusals: ['not_found', 'purchase_withdrawal_over'],
});

/** Only a notification: the node is asked for the state. Unknown fields and types are ignored. */
export const nodeEvent = contract({
  method: 'POST',
  path: '/api/webhooks/qpayments/',
  summary: 'Tells that a payment request has changed; signed by the node in the form of Standard Webhooks',
  caller: 'node',
  input: z.looseObject({ type: text(64), data: z.looseObject({ id: text(64) }) }),
  output: z.object({}),
  success: 200,
  refusals: ['signature_invalid'],
});
