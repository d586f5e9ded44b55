import * as z from 'zod/mini';
import { fault } from '#domain/field-faults.ts';
import { contract } from '../contract.ts';
import { filter, pageOf, text, wholeNumber } from '../fields.ts';
import { consolePage, listTotal } from './fields.ts';

export const LEDGER_ACCOUNTS = ['available', 'held', 'earnings', 'deposits', 'payouts', 'fees', 'sales'] as const;
const DAYS_MAX = 366;
const DAY_MS = 86_400_000;

const day = z.iso.date({ error: fault('date_invalid') });
const range = { from: filter(day), to: filter(day) };

function withinAYear() {
  return z.refine<{ from?: string | undefined; to?: string | undefined }>(
    ({ from, to }) => !from || !to || (from <= to && Date.parse(to) - Date.parse(from) < DAYS_MAX * DAY_MS),
    { path: ['to'], error: fault('date_range') },
  );
}

export const getBalances = contract({
  method: 'GET',
  path: '/operator/api/reports/balances/',
  summary:
    'What each kind of account comes to: what members own, and where it came from or went to. All together come to 0.00',
  caller: 'staff',
  ability: 'reports.read',
  input: z.strictObject({}),
  output: z.object({
    accounts: z.array(z.object({ kind: z.enum(LEDGER_ACCOUNTS), balance: z.string() })),
    owed: z.string(),
    /** Counted once an hour; null before the first count. */
    members_with_money: z.nullable(z.object({ count: z.number(), at: z.iso.datetime() })),
    /** Anything but 0.00 is an error. */
    sum: z.string(),
  }),
  success: 200,
  refusals: [],
});

const owed = z.object({
  username: z.string(),
  closed_at: z.iso.datetime(),
  available: z.string(),
  /** On its way to the former owner. */
  held: z.string(),
});

export const listOwed = contract({
  method: 'GET',
  path: '/operator/api/reports/owed/',
  summary: 'Closed accounts with a balance that belongs to their former owners, the largest first',
  caller: 'staff',
  ability: 'reports.read',
  input: z.strictObject(consolePage),
  output: z.object({ ...pageOf(owed), total: listTotal }),
  success: 200,
  refusals: [],
});

const money = z.object({
  day: z.string(),
  in: z.string(),
  out: z.string(),
  accrued: z.string(),
  fees: z.string(),
  sales: z.string(),
});
export type DayOfMoney = z.infer<typeof money>;

export const getMoneyByDay = contract({
  method: 'GET',
  path: '/operator/api/reports/money/',
  summary: 'Money in and out, day by day, of 30 days or a period of at most a year',
  caller: 'staff',
  ability: 'reports.read',
  input: z.strictObject(range).check(withinAYear()),
  output: z.object({ from: z.string(), to: z.string(), items: z.array(money), total: money }),
  success: 200,
  refusals: [],
});

export const GROWTH_WEEKS = ['12', '26', '52'] as const;

const week = z.object({
  /** Its Monday and Sunday. */
  week: z.string(),
  last: z.string(),
  is_running: z.boolean(),
  registered: z.number(),
  /** Members who got their first license. */
  activated: z.number(),
  left: z.number(),
  /** Places sold, less purchases that members withdrew from. */
  sales: z.string(),
  plans: z.array(z.object({ plan: z.string(), count: z.number(), amount: z.string() })),
});
export type GrowthWeek = z.infer<typeof week>;

const growthInput = z.strictObject({ weeks: filter(z.enum(GROWTH_WEEKS, fault('invalid'))) });

export const getGrowth = contract({
  method: 'GET',
  path: '/operator/api/reports/growth/',
  summary: 'Registrations, first licenses, sales and closed accounts, week by week, the running week last',
  caller: 'staff',
  ability: 'reports.read',
  input: growthInput,
  output: z.object({
    weeks: z.enum(GROWTH_WEEKS),
    items: z.array(week),
    /** Of all these weeks. */
    plans: z.array(z.object({ id: z.string(), title: z.string(), count: z.number(), amount: z.string() })),
  }),
  success: 200,
  refusals: [],
});

export const RECONCILED = ['payments', 'payouts'] as const;
const VERDICTS = ['same', 'differs', 'absent', 'unknown'] as const;
export const RECONCILED_AT_ONCE = 25;

const compared = z.object({
  id: z.string(),
  username: z.string(),
  at: z.iso.datetime(),
  state: z.string(),
  /** Amounts in Atrium, in the ledger and at the node; `node` is null if it reported none. */
  recorded: z.string(),
  ledger: z.string(),
  node: z.nullable(z.string()),
  /** `absent`: the node does not know it; `unknown`: no response. */
  verdict: z.enum(VERDICTS),
});
export type Reconciled = z.infer<typeof compared>;

const ofReconciliation = { kind: filter(z.enum(RECONCILED, fault('invalid'))), ...range };

export const getReconciliation = contract({
  method: 'GET',
  path: '/operator/api/reports/reconciliation/',
  summary:
    'Payments or payouts of a period, each asked for at the node now and compared with the ledger, the newest first',
  caller: 'staff',
  ability: 'reports.read',
  input: z
    .strictObject({
      ...ofReconciliation,
      cursor: filter(text(256)),
      limit: filter(wholeNumber(1, RECONCILED_AT_ONCE)),
    })
    .check(withinAYear()),
  output: z.object(pageOf(compared)),
  success: 200,
  refusals: [],
});

const file = { method: 'GET', caller: 'staff', ability: 'reports.read', answers: 'text/csv' } as const;
const answered = { output: z.string(), success: 200, refusals: [] } as const;

export const downloadAccounts = contract({
  ...file,
  path: '/operator/api/files/accounts/',
  summary: 'What each kind of account comes to, as CSV',
  input: z.strictObject({}),
  ...answered,
});

export const downloadBalances = contract({
  ...file,
  path: '/operator/api/files/balances/',
  summary: 'What each member owns, as CSV: available and held',
  input: z.strictObject({}),
  ...answered,
});

export const downloadMoneyByDay = contract({
  ...file,
  path: '/operator/api/files/money/',
  summary: 'Money in and out, day by day, as CSV',
  input: z.strictObject(range).check(withinAYear()),
  ...answered,
});

export const downloadReconciliation = contract({
  ...file,
  path: '/operator/api/files/reconciliation/',
  summary: 'The comparison with the node as CSV, at most 10,000 rows; it ends early when the node doesn’t answer',
  input: z.strictObject(ofReconciliation).check(withinAYear()),
  ...answered,
});

export const downloadGrowth = contract({
  ...file,
  path: '/operator/api/files/growth/',
  summary: 'Growth week by week as CSV: a line for each week, and one for each plan that was sold in it',
  input: growthInput,
  ...answered,
});
