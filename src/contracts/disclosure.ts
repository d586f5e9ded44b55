import * as z from 'zod/mini';
import { contract } from './contract.ts';

/** USDT; negative if members paid more than they earned. */
const amount = z.string().check(z.regex(/^-?\d+(\.\d{1,6})?$/));

export const getDisclosure = contract({
  method: 'GET',
  path: '/api/disclosure/',
  summary: 'What membership has brought its members, all of them counted',
  caller: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    computed_at: z.iso.datetime(),
    members: z.object({ all: z.number(), active: z.number() }),
    /** Null before the first transfer of the ledger. */
    money: z.nullable(
      z.object({
        /** Members whose earnings are 0 or less. */
        earned_nothing: z.number(),
        ever_withdrew: z.number(),
        /** Earnings minus payments for places and fees, of all members. */
        quartiles: z.object({ lower: amount, median: amount, upper: amount }),
      }),
    ),
  }),
  success: 200,
  refusals: ['too_often'],
});

export const getDisclosureFacts = contract({
  method: 'GET',
  path: '/api/disclosure/facts/',
  summary: 'The disclosure in one line, for pages where people decide; at most an hour old',
  caller: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    /** Null before the first transfer of the ledger, and until all members were counted once. */
    facts: z.nullable(z.object({ members: z.number(), earned_nothing: z.number(), median: amount })),
  }),
  success: 200,
  refusals: [],
});
