import i18next from 'i18next';
import Backend from 'i18next-fs-backend';
import { LRUCache } from 'lru-cache';
import { type Language, tagOf } from '#domain/languages.ts';
import { i18nextOptions } from './i18next-options.ts';
import type { TextKey } from './text-keys.ts';

/** `t('auth:sign_in.title')`, `t('common:lines', { count: 3 })` */
export type Translate = (key: TextKey, params?: Record<string, string | number>) => string;

/** Results are cached: i18next took a tenth of a page's rendering time. */
const MAX_CACHED = 5_000;

const translators = new Map<Language, Translate>();

/** Fixed to one language: i18next's own `t` and `changeLanguage` are shared by concurrent requests. */
export function translator(language: Language): Translate {
  let translate = translators.get(language);
  if (!translate) {
    start();
    const fixed = i18next.getFixedT(tagOf(language));
    const cache = new LRUCache<string, string>({ max: MAX_CACHED });
    translate = (key, params) => {
      const cacheKey = params ? `${key} ${JSON.stringify(params)}` : key;
      const cached = cache.get(cacheKey);
      if (cached !== undefined) return cached;
      const text = fixed(key, params ?? {});
      // A missing key may be loaded later, so it is not cached.
      if (!key.endsWith(`:${text}`)) cache.set(cacheKey, text);
      return text;
    };
    translators.set(language, translate);
  }
  return translate;
}

/**
 * Call `translator` again afterwards.
 *
 * @internal exported for development
 */
export async function reloadTexts(): Promise<void> {
  start();
  await i18next.reloadResources([...i18nextOptions.preload], i18nextOptions.ns);
  translators.clear();
}

/** astro-i18next has started i18next in pages; e-mails and the API may come first. */
function start(): void {
  if (i18next.isInitialized) return;
  void i18next.use(Backend).init(i18nextOptions);
}
