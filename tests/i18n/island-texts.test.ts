import { expect, test } from 'vitest';
import { LANGUAGES } from '#domain/languages.ts';
import { pickTexts, sayFrom } from '#i18n/island-texts.ts';
import { translator } from '#i18n/translator.ts';
import { TEXTS as INVITER } from '#islands/auth/texts.ts';
import { TEXTS as WITHDRAWAL } from '#islands/finance/texts.ts';
import { TEXTS as LETTERS } from '#islands/settings/letters-texts.ts';

const FIGURES = {
  available: '1 000,00 USDT',
  minimum: '10,00 USDT',
  left: '$& & <b>',
  max: 128,
  amount: '10,00',
  time: '5 min',
  email: 'a@b.example',
  held: '2,00',
  missing: '5,50',
  until: '12:00',
};

test.each(LANGUAGES)('an island says in $name what its page says', ({ segment }) => {
  const t = translator(segment);
  const keys = [...INVITER, ...WITHDRAWAL, ...LETTERS];
  const say = sayFrom(pickTexts(t, keys));
  for (const key of keys) {
    expect(say(key, FIGURES)).toBe(t(key, FIGURES));
    expect(say(key, FIGURES)).not.toContain('{{');
  }
  expect(say('faults:too_long', { max: 128 })).toContain('128');
});
