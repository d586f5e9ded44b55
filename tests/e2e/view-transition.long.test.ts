import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { openStage, signIn } from '../support/app/stage.ts';

const site = await openStage();
const visit = await openVisitors(site.origin);

/** With `@view-transition` (docs/design/caching.md), about half of the rounds ended with an unhandled rejection. */
const ROUNDS = 12;
const SUPPORT = '/en/dashboard/support';

/** With motion, unlike all other tests. Any complaint of a page fails the test. */
async function openAsAnna(options = {}): Promise<Page> {
  const page = await visit({ reducedMotion: 'no-preference', ...options });
  await signIn(page, site, 'anna');
  return page;
}

/** Sends an empty form as without its island. Resolves when the response has arrived but is not shown yet. */
async function sendEmptyForm(page: Page): Promise<void> {
  await goTo(page, SUPPORT);
  const refused = page.waitForResponse((answer) => answer.status() === 422);
  await page.evaluate(() => document.querySelector<HTMLFormElement>('main form')?.submit());
  await refused;
}

/** Of two concurrent navigations, the browser cancels one, and Playwright throws. */
async function goTo(page: Page, address: string): Promise<void> {
  const go = () =>
    page.goto(address).then(
      () => true,
      () => false,
    );
  await expect.poll(go).toBe(true);
}

test.each([{}, PHONE])(
  'a reload while a refused form is about to be shown is no error of the page',
  async (options) => {
    const page = await openAsAnna(options);
    for (let round = 0; round < ROUNDS; round += 1) {
      await sendEmptyForm(page);
      await page.reload().catch(() => undefined);
    }
  },
);

test('nor is a window that changes, or a reader who wants less motion from now on', async () => {
  const page = await openAsAnna();
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await sendEmptyForm(page);
    await page.setViewportSize({ width: 1000 + round, height: 800 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
  }
});
