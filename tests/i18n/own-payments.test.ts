import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Texts about money that a member pays in. With the word “received” they would read as income. */
const ABOUT_PAYMENTS = {
  finance: ['entry.deposit', 'entry.purchase', 'entry.purchase_returned', 'kinds.deposit', 'sums'],
  mail: ['place_opened', 'payment_returned'],
  notices: ['kinds.place_opened', 'kinds.payment_returned'],
  places: ['waiting'],
  settings: ['data.readme.lists.transactions', 'data.readme.lists.transaction-payments', 'data.readme.lists.totals'],
  transactions: [''],
} as const;
const CONSOLE = { console_money: ['transactions', 'reports'], console_members: ['card'] } as const;

const RECEIVED = {
  en: /receiv/i,
  ru: /получ|поступил/i,
  de: /erhalten|erhielt|eingegangen/i,
  fr: /re[cç]u/i,
  hi: /मिल[ाेी]/,
  ta: /கிடைத்த|பெற்ற/,
} as const;

function textsAt(value: unknown, path: string): string[] {
  const found = path === '' ? value : path.split('.').reduce((part, key) => (part as never)?.[key], value);
  if (typeof found === 'string') return [found];
  return Object.values(found as object).flatMap((part) => textsAt(part, ''));
}

const cases = Object.keys(RECEIVED).flatMap((tag) =>
  Object.entries(tag === 'en' || tag === 'ru' ? { ...ABOUT_PAYMENTS, ...CONSOLE } : ABOUT_PAYMENTS).map(
    ([area, paths]) => [tag as keyof typeof RECEIVED, area, paths] as const,
  ),
);

test.each(cases)('in %s no text of %s calls a member’s own payment received', (tag, area, paths) => {
  const texts: unknown = JSON.parse(readFileSync(`locales/${tag}/${area}.json`, 'utf8'));
  const found = paths.flatMap((path) => textsAt(texts, path));
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((text) => RECEIVED[tag].test(text))).toEqual([]);
});
