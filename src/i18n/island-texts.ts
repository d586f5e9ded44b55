import { type Language, tagOf } from '#domain/languages.ts';
import type { TextKey } from './text-keys.ts';
import type { Translate } from './translator.ts';

/** Says an island's texts, in the page and in the browser alike. */
export type Say<Key extends TextKey> = (key: Key, params?: Record<string, string | number>) => string;

declare const KEYS: unique symbol;

/**
 * What an island says, in one language, as a property that travels in the page: a line for each key of the list that
 * the island has in its module, which is why no key travels. Figures are not put in yet. A text with plural forms is a
 * line of them, each with the name of its form.
 */
export type IslandTexts<Key extends TextKey> = string & { readonly [KEYS]?: Key };

const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
const BETWEEN_FORMS = '\t';
const AFTER_NAME = '=';

/** A language has one translator, and an island one list of keys: what they make together stays the same. */
const picked = new WeakMap<Translate, WeakMap<readonly TextKey[], string>>();

/** The texts that an island is given as a property. */
export function pickTexts<Key extends TextKey>(t: Translate, keys: readonly Key[]): IslandTexts<Key> {
  const known = picked.get(t) ?? new WeakMap<readonly TextKey[], string>();
  picked.set(t, known);
  const texts = known.get(keys) ?? keys.map((key) => lineOf(t, key)).join('\n');
  known.set(keys, texts);
  return texts;
}

function lineOf(t: Translate, key: TextKey): string {
  const raw = (name: string): string => t(name as TextKey, { skipInterpolation: 1 });
  const forms = FORMS.map((form) => [form, raw(`${key}_${form}`)] as const)
    .filter(([form, text]) => !`${key}_${form}`.endsWith(`:${text}`))
    .map(([form, text]) => `${form}${AFTER_NAME}${text}`);
  return forms.length > 0 ? forms.join(BETWEEN_FORMS) : raw(key);
}

/** `count` chooses the form of a text that has several. The keys are those that the texts were picked by. */
export function sayFrom<Key extends TextKey>(
  keys: readonly Key[],
  texts: IslandTexts<Key>,
  language: Language,
): Say<Key> {
  const rules = new Intl.PluralRules(tagOf(language));
  const lines = texts.split('\n');
  if (lines.length !== keys.length) throw new Error(`${keys.length} keys have ${lines.length} texts`);
  const known = new Map(keys.map((key, index) => [key, lines[index]!]));
  return (key, params = {}) => {
    const line = known.get(key) ?? '';
    const text = line.includes(BETWEEN_FORMS) ? formOf(line, rules.select(Number(params['count'] ?? 0))) : line;
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
  };
}

function formOf(line: string, wanted: Intl.LDMLPluralRule): string {
  const forms = Object.fromEntries(line.split(BETWEEN_FORMS).map((form) => splitOnce(form)));
  return forms[wanted] ?? forms['other'] ?? '';
}

function splitOnce(form: string): [string, string] {
  const at = form.indexOf(AFTER_NAME);
  return [form.slice(0, at), form.slice(at + 1)];
}
