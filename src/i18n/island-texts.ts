import { type Language, tagOf } from '#domain/languages.ts';
import type { Translate } from './translator.ts';

/** A text with plural forms has one key per form: `lines_one`. */
export type IslandTexts = Record<string, string>;

const translators = new Map<Language, Translate>();

/** Server: a translator of i18next. Browser: the file of the page's language. */
export function provideTexts(language: Language, t: Translate): void {
  translators.set(language, t);
}

export function providedTexts(language: Language): Translate {
  const t = translators.get(language);
  if (!t) throw new Error(`No texts were provided in ${language}.`);
  return t;
}

export function translateFrom(texts: IslandTexts, language: Language): Translate {
  const rules = new Intl.PluralRules(tagOf(language));
  return (key, params = {}) => {
    const { count } = params;
    const text = (count === undefined ? undefined : formOf(texts, key, rules.select(Number(count)))) ?? texts[key];
    if (text === undefined) reportError(new Error(`There is no text ${key}.`));
    return (text ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
  };
}

function formOf(texts: IslandTexts, key: string, form: Intl.LDMLPluralRule): string | undefined {
  return texts[`${key}_${form}`] ?? texts[`${key}_other`];
}
