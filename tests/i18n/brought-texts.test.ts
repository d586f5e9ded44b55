import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { LANGUAGES } from '#domain/languages.ts';
import { sayBrought } from '#i18n/brought-texts.ts';
import { translator } from '#i18n/translator.ts';
import { TEXTS as INVITER } from '#islands/auth/texts.ts';
import { TEXTS as WITHDRAWAL } from '#islands/finance/texts.ts';

const FIGURES = { available: '1 000,00 USDT', minimum: '10,00 USDT', left: '$& & <b>', max: 128, amount: '10,00' };

afterEach(() => vi.unstubAllGlobals());

test.each(LANGUAGES)('an island says in $name what its page has said', ({ segment, tag }) => {
  const t = translator(segment);
  const file = (area: string) => JSON.parse(readFileSync(`locales/${tag}/${area}.json`, 'utf8')) as object;
  const keys = [...INVITER, ...WITHDRAWAL];
  const pick = (key: string) => {
    const [area = '', names = ''] = key.split(':');
    return names.split('.').reduce<unknown>((part, name) => Reflect.get(part as object, name), file(area));
  };
  vi.stubGlobal('islandTexts', Object.fromEntries(keys.map((key) => [key, pick(key)])));
  for (const key of keys) expect(sayBrought(key, FIGURES)).toBe(t(key, FIGURES));
});
