import { microsOf } from '#domain/money.ts';
import type { PayoutFailure } from '#domain/withdrawal.ts';
import { asWork, nodeAsked } from '#server/base/diagnostics.ts';
import { bodyOf, CLOSING, type JsonAnswer, type NodeCall, readAbout, requestJson, type Unknown } from './ask-json.ts';
import {
  absence,
  balance,
  BALANCE_PATH,
  PAYMENT_REQUESTS_PATH,
  paymentRequest,
  type PaymentRequest,
  type PaymentRequestOrder,
  payout,
  type PayoutOrder,
  PAYOUTS_PATH,
  refusal,
} from './contract.ts';

/** Never throws. Sending the same order again is safe. */
export type NodeClient = PayoutCalls & PaymentRequestCalls & BalanceCalls;

export type OpenNode = NodeClient & {
  close(): void;
};

export type NodeAddress = { url: string; secret: string };

const LIMIT_MS = 5_000;
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/;

export function openNode({ url, secret }: NodeAddress, limitMs = LIMIT_MS): OpenNode {
  const closing = new AbortController();
  const base = url.replace(/\/+$/, '');
  const call = async (path: string, body?: unknown) => {
    const request = { secret, body, limitMs, closing: closing.signal };
    const answer = await asWork(
      () => ({ kind: 'node', name: `${body === undefined ? 'GET' : 'POST'} ${path.replace(ID, '{id}')}` }),
      () => requestJson(`${base}/${path}`, request),
    );
    if (!closing.signal.aborted) nodeAsked.publish({ outcome: isAnswered(answer) ? 'answered' : 'failed' });
    return answer;
  };
  return {
    ...payoutCalls(call),
    ...paymentRequestCalls(call),
    ...balanceCalls(call),
    close: () => closing.abort(new Error(CLOSING)),
  };
}

/** Other 4xx are valid answers; 401 and 403 mean that the node rejects our secret. */
function isAnswered(answer: JsonAnswer): boolean {
  return 'status' in answer && answer.status < 500 && answer.status !== 401 && answer.status !== 403;
}

export type NodePayment = { id: string; amountMicros: bigint; currency: string; isConfirmed: boolean; at: Date };

/** Cancelled requests may still receive payments. */
export type PaymentRequestOutcome =
  | { state: 'open' | 'cancelled'; address: string; payUrl: string | null; payments: NodePayment[] }
  | { state: 'absent' }
  | Unknown;

type PaymentRequestCalls = {
  requestPayment(order: PaymentRequestOrder): Promise<PaymentRequestOutcome>;
  readPaymentRequest(order: PaymentRequestOrder): Promise<PaymentRequestOutcome>;
  cancelPaymentRequest(order: PaymentRequestOrder): Promise<PaymentRequestOutcome>;
};

function paymentRequestCalls(call: NodeCall): PaymentRequestCalls {
  return {
    async requestPayment(order) {
      return paymentRequestOutcome(order, await call(PAYMENT_REQUESTS_PATH, order));
    },
    async readPaymentRequest(order) {
      return absentOr(order, await call(`${PAYMENT_REQUESTS_PATH}/${order.id}`));
    },
    async cancelPaymentRequest(order) {
      return absentOr(order, await call(`${PAYMENT_REQUESTS_PATH}/${order.id}/cancellation`, {}));
    },
  };
}

function absentOr(order: PaymentRequestOrder, answer: JsonAnswer): PaymentRequestOutcome {
  const absent = bodyOf(answer, 404, absence);
  return absent?.id === order.id ? { state: 'absent' } : paymentRequestOutcome(order, answer);
}

function paymentRequestOutcome(order: PaymentRequestOrder, answer: JsonAnswer): PaymentRequestOutcome {
  const result = readAbout(order, answer, paymentRequest);
  if (result.state === 'unknown') return result;
  const { state, address, pay_url: payUrl, payments } = result;
  return { state, address, payUrl, payments: payments.map(paymentOf) };
}

function paymentOf({ id, amount, currency, at, is_confirmed }: PaymentRequest['payments'][number]): NodePayment {
  return { id, amountMicros: microsOf(amount), currency, isConfirmed: is_confirmed, at: new Date(at) };
}

export type PayoutOutcome =
  | { state: 'accepted' }
  | { state: 'sent'; chainId: string }
  | { state: 'failed' | 'refused'; reason: PayoutFailure }
  | { state: 'absent' }
  | Unknown;

type BalanceCalls = {
  /** Undefined if the node doesn't answer, or doesn't know this optional call. */
  readBalance(): Promise<bigint | undefined>;
};

function balanceCalls(call: NodeCall): BalanceCalls {
  return {
    async readBalance() {
      const known = bodyOf(await call(BALANCE_PATH), 200, balance);
      return known && microsOf(known.available);
    },
  };
}

type PayoutCalls = {
  createPayout(order: PayoutOrder): Promise<PayoutOutcome>;
  readPayout(order: PayoutOrder): Promise<PayoutOutcome>;
};

function payoutCalls(call: NodeCall): PayoutCalls {
  return {
    async createPayout(order) {
      return payoutOutcome(order, await call(PAYOUTS_PATH, order));
    },
    async readPayout(order) {
      const answer = await call(`${PAYOUTS_PATH}/${order.id}`);
      const absent = bodyOf(answer, 404, absence);
      return absent?.id === order.id ? { state: 'absent' } : payoutOutcome(order, answer);
    },
  };
}

function payoutOutcome(order: PayoutOrder, answer: JsonAnswer): PayoutOutcome {
  const refused = bodyOf(answer, 422, refusal);
  if (refused?.id === order.id) return { state: 'refused', reason: refused.refused };
  const result = readAbout(order, answer, payout);
  switch (result.state) {
    case 'accepted':
      return { state: 'accepted' };
    case 'sent':
      return { state: 'sent', chainId: result.chain_id };
    case 'failed':
      return { state: 'failed', reason: result.reason };
    case 'unknown':
      return result;
  }
}
