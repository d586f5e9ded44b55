import { askJson, CLOSING } from './ask-json.ts';
import { type PaymentRequestCalls, paymentRequestCalls } from './payment-request-calls.ts';
import { type PayoutCalls, payoutCalls } from './payout-calls.ts';

/** The member node, as the house asks it. Nothing here throws, and the same order may be sent any number of times. */
export type NodeClient = PayoutCalls & PaymentRequestCalls;

export type OpenNode = NodeClient & {
  /** Breaks off what is being asked, so that a stop waits for nobody. */
  close(): void;
};

export type NodeAddress = { url: string; secret: string };

const LIMIT_MS = 5_000;

export function openNode({ url, secret }: NodeAddress, limitMs = LIMIT_MS): OpenNode {
  const closing = new AbortController();
  const base = url.replace(/\/+$/, '');
  const ask = (path: string, body?: unknown) =>
    askJson(`${base}/${path}`, { secret, body, limitMs, closing: closing.signal });
  return {
    ...payoutCalls(ask),
    ...paymentRequestCalls(ask),
    close: () => closing.abort(new Error(CLOSING)),
  };
}
