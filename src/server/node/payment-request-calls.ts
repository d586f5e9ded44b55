import { parseMoney } from '#domain/money.ts';
import type { JsonAnswer } from './ask-json.ts';
import {
  absence,
  PAYMENT_REQUESTS_PATH,
  paymentRequest,
  type PaymentRequest,
  type PaymentRequestOrder,
} from './contract.ts';
import { type Ask, bodyOf, readAbout, type Unknown } from './read-answer.ts';

type NodePayment = { id: string; amountMicros: bigint; currency: string; isConfirmed: boolean; at: Date };

/** How a payment request stands at the node. Money comes to a cancelled one as well. */
export type PaymentRequestOutcome =
  | { state: 'open' | 'cancelled'; address: string; payUrl: string | null; payments: NodePayment[] }
  | { state: 'absent' }
  | Unknown;

export type PaymentRequestCalls = {
  requestPayment(order: PaymentRequestOrder): Promise<PaymentRequestOutcome>;
  readPaymentRequest(order: PaymentRequestOrder): Promise<PaymentRequestOutcome>;
  cancelPaymentRequest(order: PaymentRequestOrder): Promise<PaymentRequestOutcome>;
};

export function paymentRequestCalls(ask: Ask): PaymentRequestCalls {
  return {
    async requestPayment(order) {
      return outcomeOf(order, await ask(PAYMENT_REQUESTS_PATH, order));
    },
    async readPaymentRequest(order) {
      return absentOr(order, await ask(`${PAYMENT_REQUESTS_PATH}/${order.id}`));
    },
    async cancelPaymentRequest(order) {
      return absentOr(order, await ask(`${PAYMENT_REQUESTS_PATH}/${order.id}/cancellation`, {}));
    },
  };
}

function absentOr(order: PaymentRequestOrder, answer: JsonAnswer): PaymentRequestOutcome {
  const absent = bodyOf(answer, 404, absence);
  return absent?.id === order.id ? { state: 'absent' } : outcomeOf(order, answer);
}

function outcomeOf(order: PaymentRequestOrder, answer: JsonAnswer): PaymentRequestOutcome {
  const found = readAbout(order, answer, paymentRequest);
  if (found.state === 'unknown') return found;
  const { state, address, pay_url: payUrl, payments } = found;
  return { state, address, payUrl, payments: payments.map(paymentOf) };
}

function paymentOf({ id, amount, currency, at, is_confirmed }: PaymentRequest['payments'][number]): NodePayment {
  return { id, amountMicros: parseMoney(amount) ?? 0n, currency, isConfirmed: is_confirmed, at: new Date(at) };
}
