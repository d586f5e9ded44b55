import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type LanguageTag } from '../../../src/domain/languages.ts';

/** Key within the area, such as `sign_in.title`, to its text. */
export type Texts = Map<string, string>;

export function areasOf(root: string, tag: string): string[] {
  const folder = join(root, 'locales', tag);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []));
}

export function textsOf(root: string, tag: string, area: string): Texts {
  return new Map(flatten(JSON.parse(readFileSync(join(root, 'locales', tag, `${area}.json`), 'utf8')), ''));
}

function flatten(node: unknown, key: string): [string, string][] {
  if (typeof node !== 'object' || node === null) return [[key, String(node)]];
  return Object.entries(node).flatMap(([word, value]) => flatten(value, key ? `${key}.${word}` : word));
}

/** `minutes` for `minutes_one` if `minutes_other` exists; other keys with such an ending stay unchanged. */
export function stemOf(key: string, texts: Texts): string {
  const stem = key.replace(/_(zero|one|two|few|many|other)$/, '');
  return stem !== key && texts.has(`${stem}_other`) && texts.has(`${stem}_one`) ? stem : key;
}

export function paramsOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name))].toSorted();
}

export type LocaleText = { tag: LanguageTag; file: string; area: string; key: string; text: string };

export function allTexts(root: string): LocaleText[] {
  return LANGUAGES.flatMap(({ tag }) =>
    areasOf(root, tag).flatMap((area) =>
      [...textsOf(root, tag, area)].map(([key, text]) => ({
        tag,
        file: `locales/${tag}/${area}.json`,
        area,
        key,
        text,
      })),
    ),
  );
}
