import * as z from 'zod/mini';
import { fault } from '#domain/field-faults.ts';
import { MARKING, SETUP_MARKS, SETUP_STEPS, type SetupStep } from '#domain/setup-steps.ts';
import { WAITING } from '#domain/waiting.ts';
import { contract } from '../contract.ts';

const day = z.object({ day: z.iso.date(), in: z.string(), out: z.string() });

/** First steps of a new installation; null once they are done or hidden. */
const setup = z.nullable(
  z.array(z.object({ step: z.enum(Object.keys(SETUP_STEPS) as [SetupStep, ...SetupStep[]]), is_done: z.boolean() })),
);
export type SetupList = z.infer<typeof setup>;

/** `count` stops at 1,000; `oldest_at` is null if it is 0. */
const waiting = z.array(
  z.object({ kind: z.enum(WAITING), count: z.number(), oldest_at: z.nullable(z.iso.datetime()) }),
);

const overview = z.object({
  /** The last 30 days, oldest first. */
  days: z.array(day),
  jobs: z.object({ waiting: z.number(), oldest_at: z.nullable(z.iso.datetime()) }),
  setup,
});

export const getOverview = contract({
  method: 'GET',
  path: '/operator/api/overview/',
  summary: 'Money in and out by day, and jobs that are due',
  caller: 'staff',
  ability: 'overview.read',
  input: z.strictObject({}),
  output: overview,
  success: 200,
  refusals: [],
});

const nothing = z.strictObject({});
const count = z.optional(z.number());

export const listWaiting = contract({
  method: 'GET',
  path: '/operator/api/overview/waiting/',
  summary: 'What waits for a person, of the lists that I may see',
  caller: 'staff',
  ability: 'overview.read',
  polled: true,
  input: nothing,
  output: z.object({ waiting }),
  success: 200,
  refusals: [],
});

export const getWaitingCounts = contract({
  method: 'GET',
  path: '/operator/api/waiting/',
  summary: 'How many withdrawals, approvals and support requests wait, up to 1,000 each, of those that I may see',
  caller: 'staff',
  polled: true,
  input: nothing,
  output: z.object({ withdrawals: count, approvals: count, support: count }),
  success: 200,
  refusals: [],
});

export const listenToWaiting = contract({
  method: 'GET',
  path: '/operator/api/waiting/events/',
  summary:
    'The same counts as server-sent events, at the start and after changes, then `session` when the session is over. Ends after ten minutes',
  caller: 'staff',
  polled: true,
  answers: 'text/event-stream',
  input: nothing,
  output: z.string(),
  success: 200,
  refusals: ['too_often'],
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
  ability: MARKING,
  input: z.strictObject({ mark: z.enum(SETUP_MARKS, fault('invalid')) }),
  output: z.object({ setup }),
  success: 200,
  refusals: [],
});
