import type { Page } from 'playwright';

/** Waits until the island that somebody touched is alive. */
export async function awake(page: Page): Promise<void> {
  await page.locator('#main astro-island:not([ssr])').waitFor({ state: 'attached' });
}
