import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Place, Plan } from '#contracts/places.ts';
import type { Transaction } from '#contracts/transactions.ts';
import { ALL_LANGUAGES, type Language } from '#domain/languages.ts';
import type { CardState } from '#domain/places.ts';
import type { TransactionState } from '#domain/transaction.ts';
import { readerProps } from '#i18n/reader.ts';
import { translator } from '#i18n/translator.ts';
import { withReader } from '#islands/shared/use-reader.tsx';

/** Times are relative to now, because pages count from now. */
const after = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const DAY = 24 * 60;

export const place: Place = {
  id: 42,
  number: 'L-00042',
  plan: 'licenses-2',
  opened_at: after(-100 * DAY),
  expires_at: after(265 * DAY - 1),
  closed_at: null,
  closing: null,
  filled: 3,
};

export function planIn(state: CardState, rest: Partial<Plan> = {}): Plan {
  const isMine = state === 'active' || state === 'bought' || state === 'closed';
  return {
    id: 'licenses-2',
    number: 2,
    title: 'Atrium',
    state,
    price: '1250.50',
    expiry_days: 365,
    closing: { amount: '2000.00', means: 'Closing pays nothing by itself.' },
    transition: { amount: '750.00', means: 'Nobody pays or gets it.' },
    record: { places: 12, completed: 3, median: '-100.00' },
    seats: 7,
    previous: { id: 'licenses-1', number: 1, title: 'Portico' },
    place: isMine ? place : null,
    property: null,
    ...rest,
  };
}

export function transactionIn(state: TransactionState, rest: Partial<Transaction> = {}): Transaction {
  const isOpen = state !== 'active' && state !== 'cancelled';
  return {
    id: 'a-transaction',
    state,
    platform: 'licenses',
    plan: { id: 'licenses-2', number: 2, title: 'Atrium' },
    price: '1250.50',
    currency: 'USDT',
    zone: 'Moscow Time',
    created_at: after(-5),
    expires_at: after(55),
    payment: { address: 'TMW46NB7emkS1BTR6i6tKEPEixQFZpoWqe', url: 'https://node.example/pay' },
    paid: '0.00',
    pending: '0.00',
    missing: isOpen ? '1250.50' : '0.00',
    returned: '0.00',
    paid_at: null,
    active_by: null,
    has_other_currency: false,
    can_cancel: isOpen && state !== 'confirming',
    can_recreate: isOpen && state !== 'confirming',
    can_withdraw: false,
    withdrawal: null,
    place:
      state === 'active'
        ? { id: 42, number: 'L-00042', above: 'L-00007', seat: 2, closing: null, closed_at: null }
        : null,
    steps: [{ state: 'awaiting_payment', at: after(-5) }],
    payments: [],
    ...rest,
  };
}

/** Renders a part of an island for a reader of this language. */
export function htmlIn<Props extends object>(
  language: Language,
  Part: (props: Props) => ReactNode,
  props: Props,
): string {
  const site = {
    timeZone: 'Europe/Moscow',
    languages: ALL_LANGUAGES,
    weekStart: 'language',
    brand: undefined,
  } as const;
  const reader = readerProps({ language, t: translator(language), now: new Date(), site });
  return renderToStaticMarkup(createElement(withReader(Part), { ...props, ...reader }));
}

export const now = new Date();

/** Finds keys without a text and unfilled placeholders. */
export function gapsIn(html: string): string[] {
  return html.match(/\{\{|undefined|\bNaN\b|\b[a-z]+(?:_[a-z]+)*\.[a-z]+_[a-z_]+\b/g) ?? [];
}

/** The text without markup. */
export function wordsOf(html = ''): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
