import type { z } from 'zod';
import type { JsonAnswer } from './ask-json.ts';

/** One question to the node, at a path of the contract; with a body it is a POST. */
export type Ask = (path: string, body?: unknown) => Promise<JsonAnswer>;

/** It may have become anything: the line broke, or the answer made no sense. */
export type Unknown = { state: 'unknown'; because: string };

function unknown(because: string): Unknown {
  return { state: 'unknown', because };
}

/** What the answer says about an order, when it has this status, these words, and is about no other order. */
export function readAbout<Order extends object, Schema extends z.ZodType<Order>>(
  order: Order,
  answer: JsonAnswer,
  schema: Schema,
): z.output<Schema> | Unknown {
  if ('because' in answer) return unknown(answer.because);
  const found = bodyOf(answer, 200, schema);
  if (!found) return unknown(`an answer with status ${answer.status} that is not in the contract`);
  const isOurs = (Object.keys(order) as (keyof Order)[]).every((name) => found[name] === order[name]);
  return isOurs ? found : unknown('the answer is about another order');
}

export function bodyOf<Schema extends z.ZodType>(
  answer: JsonAnswer,
  status: number,
  schema: Schema,
): z.output<Schema> | undefined {
  return 'status' in answer && answer.status === status ? schema.safeParse(answer.body).data : undefined;
}
