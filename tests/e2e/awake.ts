import type { Page } from 'playwright';

/** Waits until the touched island is hydrated. */
export async function awake(page: Page): Promise<void> {
  await page.locator('#main astro-island:not([ssr])').waitFor({ state: 'attached' });
}
