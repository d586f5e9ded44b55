import { expect, test } from 'vitest';
import { LANGUAGES } from '#domain/languages.ts';
import { pickTexts, sayFrom } from '#i18n/island-texts.ts';
import { translator } from '#i18n/translator.ts';
import { ACTIVATE_TEXTS, RESET_TEXTS, SIGN_IN_TEXTS, SIGN_UP_TEXTS } from '#islands/auth/texts.ts';
import { TEXTS as WITHDRAWAL } from '#islands/finance/texts.ts';
import { DATA_TEXTS, GENERAL_TEXTS, EMAIL_CHOICES_TEXTS, SECURITY_TEXTS } from '#islands/settings/texts.ts';

/** Something for every figure of a text, with signs that a replacement could stumble over. */
function figuresOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => [name, `${name} $& & <b>`]));
}

test.each(LANGUAGES)('an island says in $name what its page says', ({ segment }) => {
  const t = translator(segment);
  const keys = [
    ...[SIGN_IN_TEXTS, SIGN_UP_TEXTS, ACTIVATE_TEXTS, RESET_TEXTS].flat(),
    ...[GENERAL_TEXTS, SECURITY_TEXTS, EMAIL_CHOICES_TEXTS, DATA_TEXTS].flat(),
    ...WITHDRAWAL,
  ];
  const say = sayFrom(keys, pickTexts(t, keys), segment);
  for (const key of keys) {
    const figures = figuresOf(t(key, { skipInterpolation: 1 }));
    expect(say(key, figures)).toBe(t(key, figures));
    expect(say(key, figures)).not.toContain('{{');
  }
  expect(say('faults:too_long', { max: 128 })).toContain('128');
});
