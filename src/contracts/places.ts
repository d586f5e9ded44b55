import * as z from 'zod/mini';
import { fault } from '#domain/field-faults.ts';
import { parseMoney } from '#domain/money.ts';
import { CARD_STATES, CLOSINGS, PLATFORMS } from '#domain/places.ts';
import { contract, type OutputOf } from './contract.ts';
import { filter, must, requiredText, text, wholeNumber } from './fields.ts';
import { transaction } from './transactions.ts';

const money = z.string();
const platform = z.enum(PLATFORMS, { error: fault('invalid') });
const placeId = wholeNumber(1, 999_999_999);

const place = z.object({
  id: z.int(),
  number: z.string(),
  plan: z.string(),
  opened_at: z.iso.datetime(),
  expires_at: z.nullable(z.iso.datetime()),
  closed_at: z.nullable(z.iso.datetime()),
  closing: z.nullable(z.enum(CLOSINGS)),
  filled: z.int(),
});

export type Place = z.infer<typeof place>;

const figure = z.object({ amount: money, means: z.string() });

export type PlanFigure = z.infer<typeof figure>;

const plan = z.object({
  id: z.string(),
  /** Position within the platform, from 1. */
  number: z.int(),
  title: z.string(),
  state: z.enum(CARD_STATES),
  price: money,
  expiry_days: z.nullable(z.int()),
  /** Display only: nothing is paid because of these figures. Null without a sentence that says what it is. */
  closing: z.nullable(figure),
  transition: z.nullable(figure),
  /** Of all places ever opened: how many are full, and the median result of their members. Null before the first. */
  record: z.nullable(z.object({ places: z.int(), completed: z.int(), median: money })),
  seats: z.int(),
  previous: z.nullable(z.object({ id: z.string(), number: z.int(), title: z.string() })),
  place: z.nullable(place),
  property: z.nullable(
    z.object({
      title: z.string(),
      town: z.string(),
      text: z.string(),
      picture: z.nullable(z.string()),
      documents: z.array(z.object({ title: z.string(), url: z.string() })),
    }),
  ),
});

export type Plan = z.infer<typeof plan>;

export const getBoard = contract({
  method: 'GET',
  path: '/api/places/{platform}/',
  summary:
    'The plans of a platform as they stand for me, my places there, and my unfinished transaction on any platform',
  caller: 'member',
  input: z.strictObject({ platform }),
  output: z.object({
    plans: z.array(plan),
    /** Newest first, at most 100. */
    places: z.array(place),
    unfinished: z.nullable(transaction),
    /** Days in which a purchase can be withdrawn; from 1 on a request needs `at_once`. */
    withdrawal_days: z.int(),
  }),
  success: 200,
  refusals: ['not_found'],
});

export type Board = OutputOf<typeof getBoard>;

const seat = z.object({
  place: z.nullable(
    z.object({
      id: z.int(),
      number: z.string(),
      /** Null for people outside the caller's team, who appear by initials. */
      username: z.nullable(z.string()),
      name: z.nullable(z.string()),
      photo: z.nullable(z.string()),
      initials: z.string(),
      career_status: z.nullable(z.string()),
      is_former: z.boolean(),
      is_mine: z.boolean(),
      has_more: z.boolean(),
    }),
  ),
  /** From 1, which is the top of the shown part. */
  level: z.int(),
  /** Index in this list of the seat above; null for the first. */
  above: z.nullable(z.int()),
});

export type Seat = z.infer<typeof seat>;

export const getStructure = contract({
  method: 'GET',
  path: '/api/places/{platform}/structure/',
  summary:
    'Three levels of the structure below one of my places, from `node` on; without `place`, my fullest, an open one first',
  caller: 'member',
  mayLag: true,
  input: z.strictObject({ platform, place: filter(placeId), node: filter(placeId) }),
  output: z.object({
    plan: z.object({ id: z.string(), number: z.int(), title: z.string() }),
    place,
    /** From the caller's place down to the node, at most 10; `skipped` are left out after the first. */
    path: z.array(z.object({ id: z.int(), number: z.string() })),
    skipped: z.int(),
    /** Top to bottom, left to right; no seats below a free one. */
    seats: z.array(seat),
    filled: z.int(),
    of: z.int(),
  }),
  success: 200,
  refusals: ['not_found'],
});

export type Structure = OutputOf<typeof getStructure>;

export const getSeatReason = contract({
  method: 'GET',
  path: '/api/places/{platform}/seat/',
  summary: 'Why one of my places has its position',
  caller: 'member',
  mayLag: true,
  input: z.strictObject({ platform, place: placeId }),
  output: z.object({
    plan: z.object({ id: z.string(), number: z.int(), title: z.string() }),
    place,
    /** Version of the rule; null for a place from before reasons were recorded, whose reason is derived. */
    rule: z.nullable(z.int()),
    seated_at: z.iso.datetime(),
    /** Place of the nearest upline, on that line above me; null if no upline had one. The inviter alone has a name. */
    upline: z.nullable(z.object({ number: z.string(), line: z.int(), username: z.nullable(z.string()) })),
    /** Uplines nearer than that one, without a place in this plan. */
    passed_over: z.int(),
    /** Positions under the upline's place that were taken before mine. */
    taken: z.int(),
    /** The last three of them, in order. */
    candidates: z.array(z.object({ number: z.string(), above: z.string(), seat: z.int() })),
    /** The first empty one, which is mine. */
    above: z.nullable(z.string()),
    seat: z.int(),
  }),
  success: 200,
  refusals: ['not_found'],
});

export type SeatReason = OutputOf<typeof getSeatReason>;

export const requestPlace = contract({
  method: 'POST',
  path: '/api/places/{platform}/requests/',
  summary: 'Asks my node for the price of a plan; with `price` only if that is still the price',
  caller: 'member',
  changes: 'transactions',
  uid: 'required',
  input: z.strictObject({
    platform,
    plan: requiredText(64),
    /** The member wants the place to be active before the days to withdraw are over. */
    at_once: z.optional(z.boolean({ error: fault('invalid') })),
    price: z.optional(text(24).check(must((value) => parseMoney(value) !== undefined, 'amount_invalid'))),
  }),
  output: transaction,
  success: 201,
  refusals: [
    'not_found',
    'plan_not_on_sale',
    'previous_plan_required',
    'already_bought',
    'unfinished_transaction',
    'agreement_required',
    'price_changed',
    'too_often',
  ],
});
