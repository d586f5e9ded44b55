import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import i18next from 'i18next';
import { describe, expect, test } from 'vitest';
import { FIELD_FAULTS } from '#domain/field-faults.ts';
import { LANGUAGES, type Language } from '#domain/languages.ts';
import { REFUSALS, type RefusalCode } from '#domain/refusals.ts';
import { reloadTexts, translator } from '#i18n/translator.ts';

const codes = Object.keys(REFUSALS) as RefusalCode[];

describe.each(LANGUAGES)('in $name', ({ segment, tag }) => {
  test('every refusal and every fault of a field has its sentence', () => {
    const t = translator(segment);
    const keys = [
      ...codes.map((code) => `refusals:${code}` as const),
      ...FIELD_FAULTS.map((code) => `faults:${code}` as const),
    ];
    expect(keys.filter((key) => t(key, { count: 2, max: 5, min: 3 }) === key.split(':')[1])).toEqual([]);
  });

  test('the words are those of its own file', () => {
    const written = JSON.parse(readFileSync(`locales/${tag}/refusals.json`, 'utf8')) as Record<RefusalCode, string>;
    expect(translator(segment)('refusals:not_found')).toBe(written.not_found);
  });
});

test('a thousand pages rendered at once in two languages do not mix', async () => {
  const expected = new Map<Language, string>();
  for (const language of ['ru', 'en'] as const) expected.set(language, translator(language)('refusals:not_found'));
  expect(new Set(expected.values()).size).toBe(2);
  const rendered = await Promise.all(
    Array.from({ length: 1000 }, (_, index) => render(index % 2 === 0 ? 'ru' : 'en', index)),
  );
  expect(rendered.filter(({ language, words }) => words.some((word) => word !== expected.get(language)))).toEqual([]);
});

/** Translates, awaits something as pages do, and translates again. */
async function render(language: Language, index: number): Promise<{ language: Language; words: string[] }> {
  const words: string[] = [];
  for (let turn = 0; turn <= index % 4; turn += 1) {
    words.push(translator(language)('refusals:not_found'));
    await setImmediate();
    words.push(translator(language)('refusals:not_found'));
  }
  return { language, words };
}

test('a text that was changed since is said once texts are read anew', async () => {
  translator('en');
  i18next.addResource('en', 'refusals', 'mail_void', 'As it was.');
  expect(translator('en')('refusals:mail_void')).toBe('As it was.');
  await reloadTexts();
  const written = JSON.parse(readFileSync('locales/en/refusals.json', 'utf8')) as Record<RefusalCode, string>;
  expect(translator('en')('refusals:mail_void')).toBe(written.mail_void);
});
