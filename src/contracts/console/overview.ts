import * as z from 'zod/mini';
import { fault } from '#domain/field-faults.ts';
import { SETUP_MARKS, SETUP_STEPS, type SetupStep } from '#domain/setup-steps.ts';
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

/** First steps of a new installation; null once they are done or hidden. */
const setup = z.nullable(
  z.array(z.object({ step: z.enum(Object.keys(SETUP_STEPS) as [SetupStep, ...SetupStep[]]), is_done: z.boolean() })),
);
export type SetupList = z.infer<typeof setup>;

const overview = z.object({
  /** `count` stops at 1,000; `oldest_at` is null if it is 0. */
  waiting: z.array(z.object({ kind: z.enum(WAITING), count: z.number(), oldest_at: z.nullable(z.iso.datetime()) })),
  /** The last 30 days, oldest first. */
  days: z.array(day),
  jobs: z.object({ waiting: z.number(), oldest_at: z.nullable(z.iso.datetime()) }),
  setup,
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

export const markSetup = contract({
  method: 'POST',
  path: '/operator/api/overview/setup/',
  summary: 'Marks a first step that the database doesn’t show, or hides the list; again it changes nothing',
  caller: 'staff',
  ability: 'staff.change',
  input: z.strictObject({ mark: z.enum(SETUP_MARKS, fault('invalid')) }),
  output: z.object({ setup }),
  success: 200,
  refusals: [],
});
