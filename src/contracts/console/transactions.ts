import * as z from 'zod/mini';
import { fault } from '#domain/field-faults.ts';
import { TRANSACTION_STATES } from '#domain/transaction.ts';
import { contract } from '../contract.ts';
import { filter, pageOf, requiredText, text } from '../fields.ts';
import { listFields, listTotal, reasonField } from './fields.ts';

export const TRANSACTION_MARKS = ['late', 'partial', 'over', 'other_currency', 'withdrawn'] as const;

export const consoleTransaction = z.object({
  id: z.string(),
  username: z.string(),
  plan: z.string(),
  price: z.string(),
  state: z.enum(TRANSACTION_STATES),
  paid: z.string(),
  pending: z.string(),
  returned: z.string(),
  created_at: z.iso.datetime(),
  paid_at: z.nullable(z.iso.datetime()),
  marks: z.array(z.enum(TRANSACTION_MARKS)),
  can_settle: z.boolean(),
  can_refund: z.boolean(),
  waits_for_second: z.boolean(),
});
export type ConsoleTransaction = z.infer<typeof consoleTransaction>;

export const listConsoleTransactions = contract({
  method: 'GET',
  path: '/operator/api/transactions/',
  summary: 'Transactions of everybody, the newest first',
  caller: 'staff',
  ability: 'transactions.read',
  input: z.strictObject({
    state: filter(z.enum(TRANSACTION_STATES, fault('invalid'))),
    mark: filter(z.enum(TRANSACTION_MARKS, fault('invalid'))),
    /** Transaction id, plan id or prefix of a username. */
    search: filter(text(128)),
    ...listFields(['created_at', 'price']),
  }),
  /** `total.amount` is of the prices. */
  output: z.object({ ...pageOf(consoleTransaction), total: listTotal }),
  success: 200,
  refusals: [],
});

export const getConsoleTransaction = contract({
  method: 'GET',
  path: '/operator/api/transactions/{id}/',
  summary: 'One transaction with all that happened to it and all that came for it',
  caller: 'staff',
  ability: 'transactions.read',
  input: z.strictObject({ id: requiredText(64) }),
  output: z.object({
    transaction: consoleTransaction,
    expires_at: z.iso.datetime(),
    address: z.nullable(z.string()),
    steps: z.array(z.object({ state: z.enum(TRANSACTION_STATES), at: z.iso.datetime(), actor: z.string() })),
    payments: z.array(
      z.object({ node_id: z.string(), amount: z.string(), currency: z.string(), at: z.iso.datetime() }),
    ),
  }),
  success: 200,
  refusals: ['not_found'],
});

const decided = z.object({ outcome: z.enum(['done', 'waiting']), transaction: consoleTransaction });

export const settleOne = contract({
  method: 'POST',
  path: '/operator/api/transactions/{id}/settlement/',
  summary:
    'Opens the place of a transaction that was paid in full, but late; a large one then waits for a second person',
  caller: 'staff',
  ability: 'transactions.decide',
  confirmed: true,
  input: z.strictObject({ id: requiredText(64), reason: reasonField }),
  output: decided,
  success: 200,
  refusals: ['not_found', 'transaction_moved_on', 'decided_before'],
});

export const refundOne = contract({
  method: 'POST',
  path: '/operator/api/transactions/{id}/refund/',
  summary:
    'Cancels an unfinished transaction; what was paid goes to the member’s balance. A large one waits for a second person',
  caller: 'staff',
  ability: 'transactions.decide',
  confirmed: true,
  input: z.strictObject({ id: requiredText(64), reason: reasonField }),
  output: decided,
  success: 200,
  refusals: ['not_found', 'transaction_moved_on', 'decided_before'],
});
