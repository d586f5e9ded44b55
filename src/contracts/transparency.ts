import * as z from 'zod/mini';
import { contract } from './contract.ts';

const amount = z.string().check(z.regex(/^-?\d+(\.\d{1,6})?$/));
/** Null where fewer than five members moved it, or where it would give their sum away. */
const shown = z.nullable(amount);
const count = z.number();

export const getTransparency = contract({
  method: 'GET',
  path: '/api/transparency/',
  summary: 'Money in and out, and members who joined and left, by month, newest first; the last 24 months',
  caller: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    /** Null until the first day is counted. */
    counted_to: z.nullable(z.iso.date()),
    items: z.array(
      z.object({
        month: z.string().check(z.regex(/^\d{4}-\d\d$/)),
        /** Places and fees, less refunds. */
        paid: shown,
        refunded: shown,
        /** Accruals and corrections. */
        credited: shown,
        reasons: z.array(z.object({ reason: z.string(), label: z.string(), amount })),
        /** Percent of the credits that went to the 1 % of members with the most. */
        top_share: z.nullable(z.number()),
        paid_out: shown,
        /** At the end of the month: balances and held money. */
        owed: shown,
        joined: count,
        left: count,
        joiners: z.object({
          /** Null until 90 days after the month. */
          active_after_90_days: z.nullable(count),
          active: count,
          paid: shown,
          credited: shown,
        }),
      }),
    ),
    next: z.null(),
  }),
  success: 200,
  refusals: ['too_often'],
});

export const getTransparencyFile = contract({
  method: 'GET',
  path: '/api/transparency/csv/',
  summary: 'The same of all months, as CSV',
  caller: 'anyone',
  input: z.strictObject({}),
  output: z.string(),
  answers: 'text/csv',
  success: 200,
  refusals: ['too_often'],
});

export type Transparency = z.output<typeof getTransparency.output>;
