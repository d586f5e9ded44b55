import type { TextKey } from './text-keys.ts';

/** Says an island's texts. A page gives its translator; it does not travel, so the browser finds null in its place. */
export type Say<Key extends TextKey> = (key: Key, params?: Record<string, string | number>) => string;

/** The same in the browser, where the texts have come with the touch. */
export function sayBrought(key: TextKey, params: Record<string, string | number> = {}): string {
  const text = globalThis.islandTexts?.[key] ?? key;
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
}
