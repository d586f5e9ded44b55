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
  waiting: z.array(
    z.object({ kind: z.enum(WAITING), count: z.number(), oldest_at: z.nullable(z.iso.datetime()) }),
  ),
  /** Money that came from outside and went out, 30 days. */
  days: z.array(day),
  jobs: z.object({ waiting: z.number(), oldest_at: z.nullable(z.iso.datetime()), failed: z.number() }),
  node: z.object({ answers: z.boolean(), ms: z.nullable(z.number()) }),
});
export type Overview = z.infer<typeof overview>;

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
