import * as z from 'zod/mini';
import { DESTINATION_MAX, NETWORKS } from '#domain/destination.ts';
import { fault } from '#domain/field-faults.ts';
import { HISTORY_KINDS } from '#domain/history.ts';
import { parseMoney } from '#domain/money.ts';
import { isObviousPin, PIN_PATTERN } from '#domain/pin.ts';
import { PASSWORD_MAX } from '#domain/password.ts';
import { TRANSACTION_STATES } from '#domain/transaction.ts';
import { WITHDRAWAL_BLOCKERS, WITHDRAWAL_STATES } from '#domain/withdrawal.ts';
import { contract } from './contract.ts';
import { codeField, filter, must, pageFields, pageOf, repeats, requiredText, text } from './fields.ts';

const HISTORY_PAGE_MAX = 100;

/** An amount above nothing as a decimal string; it becomes millionths. */
export const amountField = z.pipe(
  requiredText(24).check(
    must((value) => value === '' || parseMoney(value) !== undefined, 'amount_invalid'),
    must((value) => parseMoney(value) !== 0n, 'amount_invalid'),
  ),
  z.transform((value) => parseMoney(value) ?? 0n),
);

const money = z.string();
export const pinField = requiredText(16).check(must((value) => value === '' || PIN_PATTERN.test(value), 'pin_digits'));

/** Which chain it is on, and whether it is right, the server's settings say: see `domain/destination.ts`. */
export const destinationField = requiredText(DESTINATION_MAX);

/** Why no money may leave an account now. */
export const WITHDRAWAL_REFUSALS = [
  ...(['pin_not_set', 'pin_waits', 'pin_closed', 'pin_expired'] as const),
  ...(['withdrawals_paused', 'withdrawals_stopped'] as const),
] as const;

const withdrawal = z.object({
  id: z.string(),
  destination: z.string(),
  network: z.enum(NETWORKS),
  amount: money,
  fee: money,
  arrives: money,
  state: z.enum(WITHDRAWAL_STATES),
  requested_at: z.iso.datetime(),
  /** Who did what when, in order. An operator's name is not told. */
  steps: z.array(
    z.object({
      state: z.enum(WITHDRAWAL_STATES),
      at: z.iso.datetime(),
      actor: z.enum(['member', 'platform', 'node', 'operator']),
    }),
  ),
  /** Why it was rejected or failed. */
  reason: z.nullable(z.string()),
  /** The payment in a block explorer. */
  explorer_url: z.nullable(z.string()),
});

export type Withdrawal = z.infer<typeof withdrawal>;

export const getBalance = contract({
  method: 'GET',
  path: '/api/finance/balance/',
  summary:
    'My money: what can be spent, what is held for withdrawals and places, what I ever earned; and whether I can withdraw now',
  caller: 'member',
  input: z.strictObject({}),
  output: z.object({
    available: money,
    held: money,
    /** All accruals and corrections; what was paid in at the node is no earning. */
    total: money,
    currency: z.string(),
    withdrawal: z.object({
      minimum: money,
      fee: money,
      daily_limit: money,
      daily_left: money,
      /** Half of all recent withdrawals took no longer; nothing while there are too few to say. */
      usual_minutes: z.nullable(z.number()),
      can_request: z.boolean(),
      reason: z.nullable(
        z.object({ code: z.enum(WITHDRAWAL_BLOCKERS), detail: z.string(), until: z.nullable(z.iso.datetime()) }),
      ),
      node_id_pattern: z.string(),
      /** Where a code of the second factor is asked for, unless the money goes to one of these; nothing without one. */
      known_destinations: z.nullable(z.array(z.string())),
      /** What the member keeps under names; `usable_at` is told while one has to wait. */
      saved_destinations: z.array(
        z.object({ name: z.string(), destination: z.string(), usable_at: z.nullable(z.iso.datetime()) }),
      ),
      /** Money goes to no other. */
      saved_only: z.boolean(),
    }),
  }),
  success: 200,
  refusals: [],
});

export const requestWithdrawal = contract({
  method: 'POST',
  path: '/api/finance/withdrawals/',
  summary: 'Asks for money to be sent; it is held from now on. Needs the PIN',
  caller: 'member',
  changes: 'withdrawals',
  uid: 'required',
  input: z.strictObject({ destination: destinationField, amount: amountField, pin: pinField, code: codeField }),
  output: withdrawal,
  success: 201,
  refusals: ['too_often', ...WITHDRAWAL_REFUSALS],
});

export const listWithdrawals = contract({
  method: 'GET',
  path: '/api/finance/withdrawals/',
  summary: 'My withdrawals, newest first; `open` leaves out those that have ended',
  caller: 'member',
  input: z.strictObject({
    open: filter(z.enum(['yes'], { error: fault('invalid') })),
    ...pageFields(HISTORY_PAGE_MAX),
  }),
  output: z.object(pageOf(withdrawal)),
  success: 200,
  refusals: [],
});

export const getWithdrawal = contract({
  method: 'GET',
  path: '/api/finance/withdrawals/{id}/',
  summary: 'One of my withdrawals',
  caller: 'member',
  input: z.strictObject({ id: text(64) }),
  output: withdrawal,
  success: 200,
  refusals: ['not_found'],
});

export const cancelWithdrawal = contract({
  method: 'POST',
  path: '/api/finance/withdrawals/{id}/cancellation/',
  summary: 'Takes a withdrawal back that nobody has approved yet; cancelling it again changes nothing',
  caller: 'member',
  changes: 'withdrawals',
  uid: 'required',
  input: z.strictObject({ id: text(64) }),
  output: withdrawal,
  success: 200,
  refusals: ['not_found', 'withdrawal_moved_on'],
});

/** Ten years and a little: longer ranges are mistakes. */
const LONGEST_RANGE_DAYS = 3_700;
const DAY_MS = 86_400_000;
const day = z.iso.date({ error: fault('date_invalid') });
const range = { from: filter(day), to: filter(day) };

/** The first day may not be behind the last, nor years and years before it; the fault stands at `to`. */
function isRange() {
  return z.refine<{ from?: string | undefined; to?: string | undefined }>(
    ({ from, to }) => !from || !to || (from <= to && Date.parse(to) - Date.parse(from) <= LONGEST_RANGE_DAYS * DAY_MS),
    { path: ['to'], error: fault('date_range') },
  );
}

const historyRow = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.enum(HISTORY_KINDS),
  title: z.string(),
  details: z.string(),
  amount: money,
  balance_after: money,
  /** Where it comes from: a document of the operator, a member, a withdrawal, a place that was paid for. */
  origin: z.object({
    document: z.nullable(z.string()),
    source: z.nullable(z.string()),
    withdrawal: z.nullable(z.object({ id: z.string(), state: z.enum(WITHDRAWAL_STATES) })),
    transaction: z.nullable(z.object({ id: z.string(), state: z.enum(TRANSACTION_STATES) })),
  }),
});

export type HistoryRow = z.infer<typeof historyRow>;

export const listHistory = contract({
  method: 'GET',
  path: '/api/finance/history/',
  summary:
    'What moved my balance, newest first, in days of the platform’s time zone; totals are of the whole period: earned, paid in by me, went out',
  caller: 'member',
  input: z
    .strictObject({
      ...range,
      kind: filter(z.enum(HISTORY_KINDS, { error: fault('invalid') })),
      ...pageFields(HISTORY_PAGE_MAX),
    })
    .check(isRange()),
  output: z.object({
    ...pageOf(historyRow),
    /**
     * `earned` is accruals and corrections, `paid_in` what I paid at the node, `went_out` places and withdrawals with
     * their fees. `held` has not gone out: earned + paid_in − went_out is the whole balance, held money included.
     */
    totals: z.object({ earned: money, paid_in: money, went_out: money, held: money }),
  }),
  success: 200,
  refusals: [],
});

export const getStatement = contract({
  method: 'GET',
  path: '/api/finance/statement/',
  summary: 'The same rows as the history, oldest first, and its totals, as CSV',
  caller: 'member',
  input: z
    .strictObject({ ...range, kind: filter(z.enum(HISTORY_KINDS, { error: fault('invalid') })) })
    .check(isRange()),
  output: z.string(),
  answers: 'text/csv',
  success: 200,
  refusals: ['too_often'],
});

export const setPin = contract({
  method: 'POST',
  path: '/api/users/pin/',
  summary: 'Sets the finance PIN, once; only support can clear it',
  caller: 'member',
  input: z
    .strictObject({
      pin: pinField.check(must((value) => !isObviousPin(value), 'pin_obvious')),
      pin_repeat: requiredText(16),
      password: requiredText(PASSWORD_MAX),
      code: codeField,
    })
    .check(repeats('pin', 'pin_repeat', 'pins_differ')),
  output: z.object({}),
  success: 200,
  refusals: ['pin_already_set', 'too_often'],
});
