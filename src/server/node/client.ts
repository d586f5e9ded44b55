import type { z } from 'zod';
import type { PayoutFailure } from '#domain/withdrawal.ts';
import { askJson, type JsonAnswer } from './ask-json.ts';
import { absence, payout, type PayoutOrder, PAYOUTS_PATH, refusal } from './contract.ts';

/** What became of a payout. `unknown` may be any of the others: the line broke, or the answer made no sense. */
export type PayoutOutcome =
  | { state: 'accepted' }
  | { state: 'sent'; chainId: string }
  | { state: 'failed' | 'refused'; reason: PayoutFailure }
  | { state: 'absent' }
  | { state: 'unknown'; because: string };

/** The member node, as the house asks it. Nothing here throws, and the same order may be sent any number of times. */
export type NodeClient = {
  createPayout(order: PayoutOrder): Promise<PayoutOutcome>;
  readPayout(order: PayoutOrder): Promise<PayoutOutcome>;
};

export type OpenNode = NodeClient & {
  /** Breaks off what is being asked, so that a stop waits for nobody. */
  close(): void;
};

export type NodeAddress = { url: string; secret: string };

const LIMIT_MS = 5_000;

export function openNode({ url, secret }: NodeAddress, limitMs = LIMIT_MS): OpenNode {
  const closing = new AbortController();
  const base = `${url.replace(/\/+$/, '')}/${PAYOUTS_PATH}`;
  const ask = (path: string, body?: unknown) =>
    askJson(`${base}${path}`, { secret, body, limitMs, closing: closing.signal });
  return {
    async createPayout(order) {
      return outcomeOf(order, await ask('', order));
    },
    async readPayout(order) {
      const answer = await ask(`/${order.id}`);
      const absent = bodyOf(answer, 404, absence);
      return absent?.id === order.id ? { state: 'absent' } : outcomeOf(order, answer);
    },
    close: () => closing.abort(new Error('the house is closing')),
  };
}

function outcomeOf(order: PayoutOrder, answer: JsonAnswer): PayoutOutcome {
  if ('because' in answer) return { state: 'unknown', because: answer.because };
  const refused = bodyOf(answer, 422, refusal);
  if (refused?.id === order.id) return { state: 'refused', reason: refused.refused };
  const found = bodyOf(answer, 200, payout);
  if (!found)
    return { state: 'unknown', because: `an answer with status ${answer.status} that is not in the contract` };
  const isOurs = (Object.keys(order) as (keyof PayoutOrder)[]).every((name) => found[name] === order[name]);
  if (!isOurs) return { state: 'unknown', because: 'the answer is about another order' };
  switch (found.state) {
    case 'accepted':
      return { state: 'accepted' };
    case 'sent':
      return { state: 'sent', chainId: found.chain_id };
    case 'failed':
      return { state: 'failed', reason: found.reason };
  }
}

function bodyOf<Schema extends z.ZodType>(
  answer: JsonAnswer,
  status: number,
  schema: Schema,
): z.output<Schema> | undefined {
  return 'status' in answer && answer.status === status ? schema.safeParse(answer.body).data : undefined;
}
