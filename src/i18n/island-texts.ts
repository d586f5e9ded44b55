import type { TextKey } from './text-keys.ts';
import type { Translate } from './translator.ts';

/** Says an island's texts, in the page and in the browser alike. */
export type Say<Key extends TextKey> = (key: Key, params?: Record<string, string | number>) => string;

/** What an island says, by the keys of locales/, in one language; figures are not put in yet. */
export type IslandTexts<Key extends TextKey> = Readonly<Record<Key, string>>;

/** The texts that an island is given as a property. Texts with plural forms can't be among them. */
export function pickTexts<Key extends TextKey>(t: Translate, keys: readonly Key[]): IslandTexts<Key> {
  const texts = keys.map((key) => [key, t(key, { skipInterpolation: 1 })]);
  return Object.fromEntries(texts) as IslandTexts<Key>;
}

export function sayFrom<Key extends TextKey>(texts: IslandTexts<Key>): Say<Key> {
  return (key, params = {}) => texts[key].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
}
