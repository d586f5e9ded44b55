import * as z from 'zod/mini';
import { contract } from '../contract.ts';

/** What may wait for a person, each with the page where it is done. */
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
  /** How many, counted up to 1,000, and since when the oldest waits. */
  waiting: z.array(z.object({ kind: z.enum(WAITING), count: z.number(), oldest_at: z.nullable(z.iso.datetime()) })),
  /** Money that came from outside and went out, 30 days. */
  days: z.array(day),
  /** Work that is due, counted up to 1,000, and since when. */
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
