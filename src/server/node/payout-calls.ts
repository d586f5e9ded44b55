import type { PayoutFailure } from '#domain/withdrawal.ts';
import type { JsonAnswer } from './ask-json.ts';
import { absence, payout, type PayoutOrder, PAYOUTS_PATH, refusal } from './contract.ts';
import { type Ask, bodyOf, readAbout, type Unknown } from './read-answer.ts';

/** What became of a payout. */
export type PayoutOutcome =
  | { state: 'accepted' }
  | { state: 'sent'; chainId: string }
  | { state: 'failed' | 'refused'; reason: PayoutFailure }
  | { state: 'absent' }
  | Unknown;

export type PayoutCalls = {
  createPayout(order: PayoutOrder): Promise<PayoutOutcome>;
  readPayout(order: PayoutOrder): Promise<PayoutOutcome>;
};

export function payoutCalls(ask: Ask): PayoutCalls {
  return {
    async createPayout(order) {
      return outcomeOf(order, await ask(PAYOUTS_PATH, order));
    },
    async readPayout(order) {
      const answer = await ask(`${PAYOUTS_PATH}/${order.id}`);
      const absent = bodyOf(answer, 404, absence);
      return absent?.id === order.id ? { state: 'absent' } : outcomeOf(order, answer);
    },
  };
}

function outcomeOf(order: PayoutOrder, answer: JsonAnswer): PayoutOutcome {
  const refused = bodyOf(answer, 422, refusal);
  if (refused?.id === order.id) return { state: 'refused', reason: refused.refused };
  const found = readAbout(order, answer, payout);
  switch (found.state) {
    case 'accepted':
      return { state: 'accepted' };
    case 'sent':
      return { state: 'sent', chainId: found.chain_id };
    case 'failed':
      return { state: 'failed', reason: found.reason };
    case 'unknown':
      return found;
  }
}
