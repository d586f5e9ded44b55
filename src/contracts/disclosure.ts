import * as z from 'zod/mini';
import { contract } from './contract.ts';

/** A decimal in USDT; what members earned less what they paid may be below zero. */
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
    /** Nothing until the first money has been recorded. */
    money: z.nullable(
      z.object({
        /** Members who have earned nothing at all. */
        earned_nothing: z.number(),
        /** Members who have withdrawn at least once. */
        ever_withdrew: z.number(),
        /** Of what each member earned less what they paid for places and fees, those with nothing included. */
        quartiles: z.object({ lower: amount, median: amount, upper: amount }),
      }),
    ),
  }),
  success: 200,
  refusals: ['too_often'],
});
