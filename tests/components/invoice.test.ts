import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#domain/languages.ts';
import type { Transaction } from '#contracts/transactions.ts';
import { TRANSACTION_STATES, type TransactionState } from '#domain/transaction.ts';
import { Invoice } from '#islands/places/invoice.tsx';
import { gapsIn, htmlIn, now, transactionIn, wordsOf } from './made-up.ts';

const at = '2026-11-20T11:02:00Z';
const place = { id: 42, number: 'L-00042', above: 'L-00007', seat: 2 };
const ways: Record<string, [TransactionState, Partial<Transaction>]> = {
  ...Object.fromEntries(TRANSACTION_STATES.map((state) => [state, [state, {}]])),
  asking: ['awaiting_payment', { payment: null }],
  underpaid: ['underpaid', { paid: '1000.00', pending: '50.50', missing: '250.50' }],
  underpaid_late: ['underpaid', { paid: '1000.00', missing: '250.50', expires_at: at }],
  confirming: ['confirming', { paid_at: at, active_by: '2026-11-20T11:17:00Z' }],
  paid_late: ['paid_late', { paid: '1250.50' }],
  full: ['active', { place: { ...place, closing: 'full', closed_at: at } }],
  over: ['active', { place: { ...place, closing: 'expired', closed_at: at } }],
  top: ['active', { place: { ...place, above: null, seat: 1, closing: null, closed_at: null } }],
  too_much: ['active', { returned: '9.50' }],
  cancelled_back: ['cancelled', { returned: '100.00' }],
  other_currency: [
    'awaiting_payment',
    { has_other_currency: true, payments: [{ amount: '3.00', currency: 'BTC', at }] },
  ],
};
const drawings = LANGUAGES.flatMap(({ segment: language }) =>
  Object.entries(ways).map(([name, [state, rest]]) => {
    const transaction = transactionIn(state, rest);
    const shown = { transaction, now, announcement: '', onActed: () => {} };
    return { language, name, html: htmlIn(language, Invoice, shown) };
  }),
);
const html = (name: string) => drawings.find((one) => one.language === 'en' && one.name === name)?.html ?? '';

test('no invoice lacks a text in any language', () => {
  const gaps = drawings.map((one) => [one.language, one.name, gapsIn(wordsOf(one.html))]);
  expect(gaps).toEqual(drawings.map(({ language, name }) => [language, name, []]));
});

describe('an invoice says what happened and what to do now', () => {
  test.each([
    ['asking', 'We’re asking your node for payment details.'],
    ['awaiting_payment', 'Your place becomes active within 15 minutes of payment.'],
    ['underpaid', 'You’ve paid 1 050.50 USDT. Send the remaining 200.00 USDT to the same address.'],
    ['underpaid_late', 'Cancel to move the money to your balance'],
    ['confirming', 'Paid at 20.11.2026 14:02, usually active by 20.11.2026 14:17 (Moscow Time).'],
    ['confirming', 'Contact support'],
    ['expired', 'Create the transaction again at today’s price, or cancel it.'],
    ['paid_late', 'You paid 1 250.50 USDT after your time to pay expired.'],
    ['active', 'Your place L-00042 is active. Position 2 under L-00007. Show structure'],
    ['top', 'Your place L-00042 is active. Show structure'],
    ['full', 'Your place L-00042 was completed on 20.11.2026. Its structure is full.'],
    ['over', 'Your place L-00042 expired on 20.11.2026.'],
    ['full', 'Completed'],
    ['over', 'Expired'],
    ['too_much', 'so we added 9.50 USDT to your balance.'],
    ['cancelled', 'Nothing was paid.'],
    ['cancelled_back', 'The 100.00 USDT you paid is in your balance.'],
    ['other_currency', 'That doesn’t count toward the price'],
  ])('%s: %s', (name, words) => expect(wordsOf(html(name))).toContain(words));
});

test('address, amount, code and page of the node stand there only while it can be paid', () => {
  const payable = Object.keys(ways).filter((name) => html(name).includes('/code.svg'));
  expect(payable.toSorted()).toEqual(['awaiting_payment', 'other_currency', 'underpaid']);
  for (const name of payable) {
    expect(wordsOf(html(name))).toContain('TMW46NB7emkS1BTR6i6tKEPEixQFZpoWqe');
    for (const copy of ['Copy amount', 'Copy address']) expect(html(name)).toContain(`aria-label="${copy}"`);
    expect(wordsOf(html(name))).toMatch(/Price locked until [\d:. ]+, Moscow Time 5[45] min left/);
    expect(html(name)).toMatch(/href="https:\/\/node\.example\/pay"[^>]*rel="noopener/);
  }
  expect(wordsOf(html('awaiting_payment'))).toContain('To pay 1 250.50 USDT');
  expect(wordsOf(html('underpaid'))).toContain('To pay 200.00 USDT');
});

test('it leads to support, to the structure and to the balance', () => {
  const about = '/en/dashboard/support?about=transaction%3Aa-transaction';
  for (const name of Object.keys(ways)) expect(html(name)).toContain(about);
  for (const name of ['confirming', 'paid_late', 'other_currency']) expect(html(name)).not.toContain('Ask about this');
  expect(html('awaiting_payment')).toContain('Ask about this');
  expect(html('active')).toContain('/en/dashboard/licenses/structure?place=42');
  expect(html('cancelled_back')).toContain('href="/en/dashboard/finance"');
});

test('what can be done about it leads to a page that asks', () => {
  const actsOn = (name: string) =>
    [...html(name).matchAll(/action="[^"]*a-transaction\/(\w+)"/g)].map(([, act]) => act);
  expect(actsOn('awaiting_payment')).toEqual(['recreation', 'cancellation']);
  expect(actsOn('confirming')).toEqual([]);
  expect(actsOn('active')).toEqual([]);
});

test('what can be done about it is folded while it can be paid, each with what it means', () => {
  expect(html('awaiting_payment')).toMatch(/<details class="fold"><summary>More/);
  expect(html('expired')).toMatch(/<details class="fold" open=""><summary>More/);
  const acts = 'More This cancels the current transaction.* Create again This can’t be undone.* Cancel$';
  expect(wordsOf(html('awaiting_payment'))).toMatch(new RegExp(acts));
});
