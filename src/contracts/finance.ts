import * as z from 'zod/mini';
import { DESTINATION_MAX, NETWORKS } from '#domain/destination.ts';
import { fault } from '#domain/field-faults.ts';
import { HISTORY_FILTERS, HISTORY_KINDS } from '#domain/history.ts';
import { parseMoney } from '#domain/money.ts';
import { isObviousPin, PIN_PATTERN } from '#domain/pin.ts';
import { PASSWORD_MAX } from '#domain/password.ts';
import { TRANSACTION_STATES } from '#domain/transaction.ts';
import { WITHDRAWAL_BLOCKERS, WITHDRAWAL_STATES } from '#domain/withdrawal.ts';
import { contract } from './contract.ts';
import { codeField, filter, must, pageFields, pageOf, repeats, requiredText, text } from './fields.ts';

const HISTORY_PAGE_MAX = 100;

/** Decimal string above 0, parsed to micros. */
export const amountField = z.pipe(
  requiredText(24).check(
    must((value) => value === '' || parseMoney(value) !== undefined, 'amount_invalid'),
    must((value) => parseMoney(value) !== 0n, 'amount_invalid'),
  ),
  z.transform((value) => parseMoney(value) ?? 0n),
);

const money = z.string();
export const pinField = requiredText(16).check(must((value) => value === '' || PIN_PATTERN.test(value), 'pin_digits'));

/** Checks the length only; `recogniseDestination` needs settings of the server. */
export const destinationField = requiredText(DESTINATION_MAX);

export const WITHDRAWAL_REFUSALS = [
  ...(['pin_not_set', 'pin_waits', 'pin_closed', 'pin_expired'] as const),
  ...(['withdrawals_paused', 'withdrawals_stopped', 'agreement_required'] as const),
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
  steps: z.array(
    z.object({
      state: z.enum(WITHDRAWAL_STATES),
      at: z.iso.datetime(),
      actor: z.enum(['member', 'platform', 'node', 'operator']),
    }),
  ),
  reason: z.nullable(z.string()),
  explorer_url: z.nullable(z.string()),
});

export type Withdrawal = z.infer<typeof withdrawal>;

export const getBalance = contract({
  method: 'GET',
  path: '/api/finance/balance/',
  summary:
    'My money: what can be spent, what is held for withdrawals and places, what I ever earned and paid; and whether I can withdraw now',
  caller: 'member',
  input: z.strictObject({}),
  output: z.object({
    available: money,
    held: money,
    /** Accruals and corrections; deposits don't count. */
    total: money,
    /** Prices of opened places, and fees of completed withdrawals. */
    paid: money,
    /** total − paid, as the disclosure counts it; negative for a loss. */
    result: money,
    currency: z.string(),
    withdrawal: z.object({
      minimum: money,
      fee: money,
      /** Refunds of withdrawn purchases not sent yet, at most `available`; without minimum, fee and daily limit. */
      refund: money,
      daily_limit: money,
      daily_left: money,
      /** Median of the last 100 completed withdrawals; null below 10. */
      usual_minutes: z.nullable(z.number()),
      can_request: z.boolean(),
      reason: z.nullable(
        z.object({ code: z.enum(WITHDRAWAL_BLOCKERS), detail: z.string(), until: z.nullable(z.iso.datetime()) }),
      ),
      node_id_pattern: z.string(),
      /** At most 50 that need no second-factor code; null without a second factor. */
      known_destinations: z.nullable(z.array(z.string())),
      saved_destinations: z.array(
        z.object({ name: z.string(), destination: z.string(), usable_at: z.nullable(z.iso.datetime()) }),
      ),
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
  summary:
    'My withdrawals, newest first; `open` leaves out those that have ended, `receipts` adds to it those that were completed, declined or failed in the last 24 hours and that I have not dismissed',
  caller: 'member',
  input: z.strictObject({
    open: filter(z.enum(['yes'], { error: fault('invalid') })),
    receipts: filter(z.enum(['yes'], { error: fault('invalid') })),
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

export const dismissReceipt = contract({
  method: 'POST',
  path: '/api/finance/withdrawals/{id}/dismissal/',
  summary: 'Takes the receipt of a withdrawal that ended off my list; doing it again changes nothing',
  caller: 'member',
  changes: 'withdrawals',
  input: z.strictObject({ id: text(64) }),
  output: z.object({}),
  success: 200,
  refusals: ['not_found'],
});

const LONGEST_RANGE_DAYS = 3_700;
const DAY_MS = 86_400_000;
const day = z.iso.date({ error: fault('date_invalid') });
const range = { from: filter(day), to: filter(day) };

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
      kind: filter(z.enum(HISTORY_FILTERS, { error: fault('invalid') })),
      ...pageFields(HISTORY_PAGE_MAX),
    })
    .check(isRange()),
  output: z.object({
    ...pageOf(historyRow),
    /** Without filters, earned + paid_in − went_out is the balance, which includes `held`. */
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
    .strictObject({ ...range, kind: filter(z.enum(HISTORY_FILTERS, { error: fault('invalid') })) })
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
