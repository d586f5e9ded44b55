import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { OutputOf } from '#contracts/contract.ts';
import type { getDisclosure } from '#contracts/disclosure.ts';
import { type Language, LANGUAGES } from '#domain/languages.ts';
import { translator } from '#i18n/translator.ts';
import { DisclosurePage } from '#components/partner/disclosure-page.tsx';

type Money = OutputOf<typeof getDisclosure>['money'];

const quartiles = (lower: string, median = lower, upper = lower) => ({ lower, median, upper });
const moneyOf = (all: number, results: NonNullable<Money>['quartiles']): Money => ({
  earned_nothing: Math.max(all - 6, 0),
  ever_withdrew: Math.min(2, all),
  quartiles: results,
});

function textOf(language: Language, all: number, money: Money): string {
  const disclosure = { computed_at: '2026-11-28T10:00:00.000Z', members: { all, active: Math.min(all, 3) }, money };
  const page = createElement(DisclosurePage, {
    ...{ disclosure, language, timeZone: 'Europe/Moscow', t: translator(language) },
  });
  const html = renderToStaticMarkup(page).replaceAll(/<svg.*?<\/svg>/gs, '');
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}

test.each([
  ['lost', quartiles('-100.00'), ['A quarter of members lost 100.00 USDT or more.', 'Half of members lost 100.00']],
  ['gained nothing', quartiles('0.00'), ['A quarter of members gained nothing or lost money.']],
  [
    'did differently',
    quartiles('-100.00', '0.00', '1250.50'),
    ['A quarter of members lost 100.00 USDT or more.', 'Three quarters of members gained 1 250.50 USDT or less.'],
  ],
])('members who %s read it as a sentence', (_, results, sentences) => {
  const text = textOf('en', 500, moneyOf(500, results));
  for (const sentence of sentences) expect(text).toContain(sentence);
  expect(text).toContain('494 of 500 (98.8%)');
});

test('a single member has no quartiles, and nobody no shares', () => {
  expect(textOf('en', 1, moneyOf(1, quartiles('-100.00')))).toContain('The only member lost 100.00 USDT.');
  expect(textOf('en', 1, moneyOf(1, quartiles('-100.00')))).not.toContain('quarter of members lost');
  expect(textOf('en', 1, moneyOf(1, quartiles('0.00')))).toContain('neither gained nor lost');
  expect(textOf('en', 1, moneyOf(1, quartiles('5.00')))).toContain('The only member gained 5.00 USDT.');
  expect(textOf('en', 0, null)).not.toMatch(/%|NaN/);
});

test.each(LANGUAGES)('in $name no result has a minus, a gap or a share that is no number', ({ segment }) => {
  for (const all of [0, 1, 2, 500]) {
    for (const result of ['-100.00', '0.00', '100.00']) {
      const text = textOf(segment, all, all === 0 ? null : moneyOf(all, quartiles(result)));
      expect(text).not.toMatch(/[−-]\d|\{\{|NaN|undefined/);
      if (all > 0 && result !== '0.00') expect(text).toMatch(/100[.,]00 USDT/);
    }
  }
});
