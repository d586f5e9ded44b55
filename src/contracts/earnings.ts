import * as z from 'zod/mini';
import { contract } from './contract.ts';

const money = z.string();

export const getEarnings = contract({
  method: 'GET',
  path: '/api/finance/earnings/',
  summary:
    'What I earned in each of the last twelve months, by kind, oldest first; months are those of the platform’s time zone, and none is before I registered',
  caller: 'member',
  input: z.strictObject({}),
  output: z.object({
    /** `month` is like 2026-11; the last one is not over. */
    items: z.array(z.object({ month: z.string(), accrual: money, correction: money, earned: money })),
    next: z.null(),
    earned: money,
  }),
  success: 200,
  refusals: [],
});
