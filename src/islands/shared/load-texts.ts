import { languageOfLocale } from '#domain/languages.ts';
import { type IslandTexts, provideTexts, translateFrom } from '#i18n/island-texts.ts';

const LIMIT_MS = 20_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** Retries forever: a module that failed once stays failed, so its island would never hydrate. */
async function fetchTexts(address: string): Promise<IslandTexts> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    const texts = await fetch(address, { signal: AbortSignal.timeout(LIMIT_MS) })
      .then((answer) => (answer.ok ? (answer.json() as Promise<IslandTexts>) : undefined))
      .catch(() => undefined);
    if (texts) return texts;
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs);
      addEventListener('online', resolve, { once: true });
    });
  }
}

// Top-level await: no island hydrates before its texts are loaded.
if (!import.meta.env.SSR) {
  const { lang, dataset } = document.documentElement;
  const language = languageOfLocale(lang)!;
  provideTexts(language, translateFrom(await fetchTexts(dataset['texts']!), language));
}
