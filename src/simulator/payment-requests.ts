import { randomBytes, randomInt } from 'node:crypto';
import {
  type Payment,
  type PaymentRequest,
  type PaymentRequestOrder,
  PAYMENTS_MAX,
  payment as paymentSchema,
} from '#server/node/contract.ts';
import type { Switches } from './switches.ts';

export type Requested = Omit<PaymentRequest, 'pay_url'>;

export type KeptRequest = { request: Requested; created: number; read: number };

type Paying = { amount: string; currency?: string; at?: Date; isConfirmed?: boolean };

export type PaymentRequests = {
  listPaymentRequests(): KeptRequest[];
  findPaymentRequest(id: string): Requested | undefined;
  takePaymentRequest(order: PaymentRequestOrder): Requested | 'id_reused';
  readPaymentRequest(id: string): Requested | undefined;
  cancelPaymentRequest(id: string): Requested | undefined;
  /** Also accepts payments for cancelled, expired or paid requests. */
  pay(id: string, paying: Paying): Payment | 'absent' | 'wrong' | 'full';
  confirm(id: string): void;
};

type Parts = {
  stored: KeptRequest[];
  write(storedRequest: KeptRequest): void;
  switches(): Switches;
  now(): Date;
  /** Called after the change was written. */
  onChange(id: string): void;
};

export function openPaymentRequests({ stored, write, switches, now, onChange }: Parts): PaymentRequests {
  const requests = new Map(stored.map((storedRequest) => [storedRequest.request.id, storedRequest]));
  const save = (storedRequest: KeptRequest) => {
    write(storedRequest);
    requests.set(storedRequest.request.id, storedRequest);
  };
  const change = (storedRequest: KeptRequest, request: Requested) => {
    save({ ...storedRequest, request });
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
      const storedRequest = requests.get(order.id) ?? open(order);
      save({ ...storedRequest, created: storedRequest.created + 1 });
      return isSameOrder<PaymentRequestOrder>(storedRequest.request, order) ? storedRequest.request : 'id_reused';
    },
    readPaymentRequest(id) {
      const storedRequest = requests.get(id);
      if (storedRequest) save({ ...storedRequest, read: storedRequest.read + 1 });
      return storedRequest?.request;
    },
    cancelPaymentRequest(id) {
      const storedRequest = requests.get(id);
      if (storedRequest?.request.state === 'open')
        change(storedRequest, { ...storedRequest.request, state: 'cancelled' });
      return requests.get(id)?.request;
    },
    pay(id, { amount, currency, at = now(), isConfirmed = !switches().holdsConfirmations }) {
      const storedRequest = requests.get(id);
      if (!storedRequest) return 'absent';
      if (storedRequest.request.payments.length >= PAYMENTS_MAX) return 'full';
      const { data: payment } = paymentSchema.safeParse({
        id: randomBytes(32).toString('hex'),
        amount,
        currency: currency ?? storedRequest.request.currency,
        at: Number.isNaN(at.getTime()) ? '' : at.toISOString(),
        is_confirmed: isConfirmed,
      });
      if (!payment) return 'wrong';
      change(storedRequest, { ...storedRequest.request, payments: [...storedRequest.request.payments, payment] });
      return payment;
    },
    confirm(id) {
      const storedRequest = requests.get(id);
      if (!storedRequest?.request.payments.some((payment) => !payment.is_confirmed)) return;
      const payments = storedRequest.request.payments.map((payment) => ({ ...payment, is_confirmed: true }));
      change(storedRequest, { ...storedRequest.request, payments });
    },
  };
}

/** Also counts unconfirmed payments. Undefined if the amount is covered. */
export function missingOf(request: Requested): string | undefined {
  const micros = microsOf(request.amount) - sumOf(request, request.payments);
  return micros > 0n ? amountOf(micros) : undefined;
}

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

/** Looks like a Tron address, but its random checksum keeps wallets from sending money. */
function madeUpAddress(): string {
  return `T${Array.from({ length: 33 }, () => BASE58[randomInt(BASE58.length)]).join('')}`;
}

export function isSameOrder<Order extends object>(stored: Order, order: Order): boolean {
  return (Object.keys(order) as (keyof Order)[]).every((name) => stored[name] === order[name]);
}

const DECIMALS = 6;

function microsOf(amount: string): bigint {
  const [integer = '', decimals = ''] = amount.split('.');
  return BigInt(integer + decimals.padEnd(DECIMALS, '0'));
}

/** The contract requires at least two decimals. */
function amountOf(micros: bigint): string {
  const digits = String(micros).padStart(DECIMALS + 1, '0');
  const part = digits.slice(-DECIMALS).replace(/0{1,4}$/, '');
  return `${digits.slice(0, -DECIMALS)}.${part}`;
}
