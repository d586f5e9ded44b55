import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { listRecentEvents } from '#contracts/events.ts';
import { translator } from '#i18n/translator.ts';
import type { Log } from '#server/base/log.ts';
import { openVisitors } from '../support/browser/browser.ts';
import { openStage, signIn } from '../support/app/stage.ts';

/** Routes of all requests, from the log, because a browser may fetch without an event on the page. */
const asked: unknown[] = [];
const log: Log = (_, event, fields) => void (event === 'request' && asked.push(fields?.['route']));
const site = await openStage({ money: true, log });
// Playwright disables the back/forward cache by default.
const visit = await openVisitors(site.origin, {
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
  args: ['--enable-bfcache'],
});
const t = translator('en');

async function openAsAnna(): Promise<Page> {
  const page = await visit();
  await signIn(page, site, 'anna');
  await page.addInitScript(() => addEventListener('pageshow', ({ persisted }) => (document.title += ` ${persisted}`)));
  return page;
}

/**
 * A server that started later than the page reports all kinds of events. The page then refetches and is not cached, so
 * it is reopened until none are reported.
 */
async function openTeam(page: Page): Promise<void> {
  const whatChanged = async () => {
    const isTold = page.waitForResponse('**/api/events/?*');
    await page.goto('/en/dashboard/team');
    await isTold;
    // A longer time than the page's own request covers.
    const age = await page.evaluate(() => Math.ceil(performance.now() / 1000) + 5);
    const answer = await page.request.get(listRecentEvents.path, { params: { age } });
    return listRecentEvents.output.parse(await answer.json()).kinds;
  };
  await expect.poll(whatChanged, { timeout: 40_000 }).toEqual([]);
}

/** Does not wait for a load event, because a cached page has none. */
const goBack = (page: Page) => page.evaluate(() => history.back()).catch(() => {});

test('going back shows a page as it was left, without asking for it again', async () => {
  const page = await openAsAnna();
  await openTeam(page);
  await page.locator('.filters summary').click();
  await page.goto('/en/dashboard/licenses');
  await goBack(page);
  await expect.poll(() => page.title()).toMatch(/true$/);
  expect(await page.locator('.filters details[open]').count()).toBe(1);
});

test('going back finds the page without the bar that it was left with', async () => {
  const page = await openAsAnna();
  await openTeam(page);
  await page.getByRole('link', { name: t('common:menu.support'), exact: true }).click();
  await page.waitForURL('**/support');
  await goBack(page);
  await expect.poll(() => page.title()).toMatch(/true$/);
  expect(await page.locator('[data-loading]').count()).toBe(0);
});

test('going back after signing out shows nothing of a member', async () => {
  const page = await openAsAnna();
  await page.goto('/en/dashboard/finance');
  await page.goto('/en/dashboard/licenses');
  await page.locator('form[action$="/sign-out"]').evaluate((form: HTMLFormElement) => form.requestSubmit());
  await page.waitForURL(/\/en\/auth(\?|$)/);
  for (let steps = 0; steps < 2; steps += 1) {
    await goBack(page);
    await expect.poll(() => page.title()).toMatch(/Sign in .* false$/);
    expect(new URL(page.url()).pathname).toBe('/en/auth');
  }
});

test('a page of the menu is fetched from the moment a button is down on its link, and only once', async () => {
  const page = await openAsAnna();
  await page.goto('/en/dashboard/profile');
  asked.length = 0;
  const link = page.locator('nav a[href="/en/dashboard/licenses"]');
  const { x, y, width, height } = (await link.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  const times = () => asked.filter((route) => route === '/{language}/dashboard/licenses').length;
  await expect.poll(times).toBe(1);
  await page.mouse.up();
  await page.waitForURL('**/en/dashboard/licenses');
  await page.locator('nav [aria-current=page][href$="/licenses"]').waitFor();
  expect(times()).toBe(1);
});
