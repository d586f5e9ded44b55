import { expect, test } from 'vitest';
import { LANGUAGES } from '#domain/languages.ts';
import { pickTexts, sayFrom } from '#i18n/island-texts.ts';
import { translator } from '#i18n/translator.ts';
import { TEXTS as INVITER } from '#islands/auth/texts.ts';
import { TEXTS as WITHDRAWAL } from '#islands/finance/texts.ts';
import { TEXTS as LETTERS } from '#islands/settings/letters-texts.ts';

/** Something for every figure of a text, with signs that a replacement could stumble over. */
function figuresOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => [name, `${name} $& & <b>`]));
}

test.each(LANGUAGES)('an island says in $name what its page says', ({ segment }) => {
  const t = translator(segment);
  const keys = [...INVITER, ...WITHDRAWAL, ...LETTERS];
  const say = sayFrom(pickTexts(t, keys));
  for (const key of keys) {
    const figures = figuresOf(t(key, { skipInterpolation: 1 }));
    expect(say(key, figures)).toBe(t(key, figures));
    expect(say(key, figures)).not.toContain('{{');
  }
  expect(say('faults:too_long', { max: 128 })).toContain('128');
});
