import * as z from 'zod/mini';
import { contract } from '../contract.ts';

export const WAITING = [
  'withdrawals',
  'approvals',
  'support',
  'transactions_late',
  'mails_failed',
  'jobs_failed',
] as const;

const day = z.object({ day: z.iso.date(), in: z.string(), out: z.string() });

const overview = z.object({
  /** `count` stops at 1,000; `oldest_at` is null if it is 0. */
  waiting: z.array(z.object({ kind: z.enum(WAITING), count: z.number(), oldest_at: z.nullable(z.iso.datetime()) })),
  /** The last 30 days, oldest first. */
  days: z.array(day),
  jobs: z.object({ waiting: z.number(), oldest_at: z.nullable(z.iso.datetime()) }),
});

export const getOverview = contract({
  method: 'GET',
  path: '/operator/api/overview/',
  summary: 'What waits for a person, money in and out by day, jobs and the node',
  caller: 'staff',
  ability: 'overview.read',
  input: z.strictObject({}),
  output: overview,
  success: 200,
  refusals: [],
});

export const getNodeHealth = contract({
  method: 'GET',
  path: '/operator/api/overview/node/',
  summary: 'Whether the node answers now, and how fast; it is asked at most 5 s',
  caller: 'staff',
  ability: 'overview.read',
  input: z.strictObject({}),
  output: z.object({ answers: z.boolean(), ms: z.number() }),
  success: 200,
  refusals: [],
});
