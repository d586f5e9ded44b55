import * as z from 'zod/mini';
import { EVENT_KINDS } from '#domain/events.ts';
import { contract } from './contract.ts';
import { filter, wholeNumber } from './fields.ts';

const LONGEST_AGE_SECONDS = 999_999_999;

/** `age`: seconds since the caller was up to date. */
const input = z.strictObject({ age: filter(wholeNumber(0, LONGEST_AGE_SECONDS)) });

export const listenToEvents = contract({
  method: 'GET',
  path: '/api/events/',
  summary:
    'Says, as server-sent events, which kinds of my things have changed, first those of the last `age` seconds; all of them when it is not known, `end` when the session is over. Ends after ten minutes',
  caller: 'member',
  answers: 'text/event-stream',
  input,
  output: z.string(),
  success: 200,
  refusals: ['too_often'],
});

export const listRecentEvents = contract({
  method: 'GET',
  path: '/api/events/recent/',
  summary: 'The kinds of my things that may have changed in the last `age` seconds',
  caller: 'member',
  input,
  output: z.object({ kinds: z.array(z.enum(EVENT_KINDS)) }),
  success: 200,
  refusals: [],
});
