import { randomBytes, randomInt } from 'node:crypto';
import {
  type Payment,
  type PaymentRequest,
  type PaymentRequestOrder,
  PAYMENTS_MAX,
  payment as paymentSchema,
} from '#server/node/contract.ts';
import type { Switches } from './switches.ts';

/** A payment request without the page to pay it at, which goes by the name the simulator is asked under. */
export type Requested = Omit<PaymentRequest, 'pay_url'>;

/** A payment request as the simulator keeps it, with how often it was asked for and asked about. */
export type KeptRequest = { request: Requested; created: number; read: number };

type Paying = { amount: string; currency?: string; at?: Date; isConfirmed?: boolean };

export type PaymentRequests = {
  /** Newest first. */
  listPaymentRequests(): KeptRequest[];
  findPaymentRequest(id: string): Requested | undefined;
  takePaymentRequest(order: PaymentRequestOrder): Requested | 'id_reused';
  readPaymentRequest(id: string): Requested | undefined;
  cancelPaymentRequest(id: string): Requested | undefined;
  /** Money comes, also to what is cancelled, has expired or was paid before. */
  pay(id: string, paying: Paying): Payment | 'absent' | 'wrong' | 'full';
  /** Confirms every payment of the request that waits. */
  confirm(id: string): void;
};

type Parts = {
  known: KeptRequest[];
  write(kept: KeptRequest): void;
  switches(): Switches;
  now(): Date;
  /** The request is another than before, and what it is now has been written. */
  onChange(id: string): void;
};

export function openPaymentRequests({ known, write, switches, now, onChange }: Parts): PaymentRequests {
  const requests = new Map(known.map((kept) => [kept.request.id, kept]));
  const keep = (kept: KeptRequest) => {
    write(kept);
    requests.set(kept.request.id, kept);
  };
  const change = (kept: KeptRequest, request: Requested) => {
    keep({ ...kept, request });
    onChange(request.id);
  };
  const open = (order: PaymentRequestOrder): KeptRequest => ({
    request: { ...order, state: 'open', address: madeUpAddress(), payments: [] },
    created: 0,
    read: 0,
  });
  return {
    listPaymentRequests: () => [...requests.values()].toReversed(),
    findPaymentRequest: (id) => requests.get(id)?.request,
    takePaymentRequest(order) {
      const kept = requests.get(order.id) ?? open(order);
      keep({ ...kept, created: kept.created + 1 });
      return isSameOrder<PaymentRequestOrder>(kept.request, order) ? kept.request : 'id_reused';
    },
    readPaymentRequest(id) {
      const kept = requests.get(id);
      if (kept) keep({ ...kept, read: kept.read + 1 });
      return kept?.request;
    },
    cancelPaymentRequest(id) {
      const kept = requests.get(id);
      if (kept?.request.state === 'open') change(kept, { ...kept.request, state: 'cancelled' });
      return requests.get(id)?.request;
    },
    pay(id, { amount, currency, at = now(), isConfirmed = !switches().holdsConfirmations }) {
      const kept = requests.get(id);
      if (!kept) return 'absent';
      if (kept.request.payments.length >= PAYMENTS_MAX) return 'full';
      const { data: payment } = paymentSchema.safeParse({
        id: randomBytes(32).toString('hex'),
        amount,
        currency: currency ?? kept.request.currency,
        at: Number.isNaN(at.getTime()) ? '' : at.toISOString(),
        is_confirmed: isConfirmed,
      });
      if (!payment) return 'wrong';
      change(kept, { ...kept.request, payments: [...kept.request.payments, payment] });
      return payment;
    },
    confirm(id) {
      const kept = requests.get(id);
      if (!kept?.request.payments.some((payment) => !payment.is_confirmed)) return;
      const payments = kept.request.payments.map((payment) => ({ ...payment, is_confirmed: true }));
      change(kept, { ...kept.request, payments });
    },
  };
}

/** What is still to come of the amount, also counting what is not confirmed; nothing when there is enough. */
export function missingOf(request: Requested): string | undefined {
  const micros = microsOf(request.amount) - sumOf(request, request.payments);
  return micros > 0n ? amountOf(micros) : undefined;
}

/** Whether somebody may still want to do something about it. */
export function isUnfinished(request: Requested): boolean {
  const confirmed = request.payments.filter((payment) => payment.is_confirmed);
  return request.state === 'open' && sumOf(request, confirmed) < microsOf(request.amount);
}

function sumOf({ currency }: Requested, payments: Payment[]): bigint {
  return payments
    .filter((payment) => payment.currency === currency)
    .reduce((sum, { amount }) => sum + microsOf(amount), 0n);
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** It looks like an address of Tron, but its checksum is left to chance, so that no wallet sends money to it. */
function madeUpAddress(): string {
  return `T${Array.from({ length: 33 }, () => BASE58[randomInt(BASE58.length)]).join('')}`;
}

/** Whether what is kept under an id was asked for in exactly these words. */
export function isSameOrder<Order extends object>(kept: Order, order: Order): boolean {
  return (Object.keys(order) as (keyof Order)[]).every((name) => kept[name] === order[name]);
}

const DECIMALS = 6;

/** An amount in the form of the contract, in millionths. */
function microsOf(amount: string): bigint {
  const [whole = '', part = ''] = amount.split('.');
  return BigInt(whole + part.padEnd(DECIMALS, '0'));
}

/** At least two decimals, as the contract has it. */
function amountOf(micros: bigint): string {
  const digits = String(micros).padStart(DECIMALS + 1, '0');
  const part = digits.slice(-DECIMALS).replace(/0{1,4}$/, '');
  return `${digits.slice(0, -DECIMALS)}.${part}`;
}
