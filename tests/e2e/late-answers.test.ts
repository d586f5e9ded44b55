import type { Page, Request } from 'playwright';
import { expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { CAST } from '#server/operator/seed/cast.ts';
import { openVisitors } from '../support/browser/browser.ts';
import { openStage, signIn } from '../support/app/stage.ts';

const site = await openStage({ people: CAST, money: true });
const visit = await openVisitors(site.origin);
const t = translator('en');

const link = (name: string) => (page: Page) => page.locator('main').getByRole('link', { name, exact: true }).click();
/** A tab's name also counts what is unread. */
const tab = (name: string) => (page: Page) => page.locator('main nav').getByRole('link', { name }).click();
const kind = (name: string) => async (page: Page) => {
  const select = page.getByRole('combobox', { name: t('finance:kinds.label') });
  await select.focus();
  await select.selectOption({ label: name });
};
const node = (page: Page) => page.locator('a.seat').last().click();

const SCREENS = {
  '/en/dashboard/notices': [link(t('common:menu.team')), link(t('finance:kinds.purchase'))],
  '/en/dashboard/finance': [kind(t('finance:kinds.withdrawal')), kind(t('finance:kinds.correction'))],
  '/en/dashboard/feed': [tab(t('feed:webinars')), tab(t('feed:news'))],
  '/en/dashboard/team': [link(t('team:columns.line')), link(t('team:columns.real_estate'))],
  '/en/dashboard/licenses/structure?place=1': [node, link(t('places:filter.drop'))],
};

test.each(Object.entries(SCREENS))('%s drops the answer to a step that was left', async (address, [first, second]) => {
  const page = await visit();
  await signIn(page, site, address.includes('structure') ? 'root' : 'anna');
  await page.goto(address);
  const shown = () =>
    page.locator('main').evaluate((main: HTMLElement) => {
      const current = [...main.querySelectorAll('[aria-current], [aria-sort]')].map(({ textContent }) => textContent);
      return [main.innerText, ...current].join('\n');
    });
  const before = await shown();
  await first!(page);
  await expect.poll(shown).not.toBe(before);
  const between = await shown();
  await second!(page);
  await expect.poll(shown).not.toBe(between);
  const wanted = await shown();
  const late = await holdFirst(page);
  await page.goBack();
  const request = await late.request;
  await page.goForward();
  await late.release();
  const response = await request.response();
  await response?.finished();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  expect(await shown()).toBe(wanted);
});

/** Holds the first call from now on; those after it are answered before. */
async function holdFirst(page: Page) {
  const [line, request] = [Promise.withResolvers<void>(), Promise.withResolvers<Request>()];
  const later: Promise<unknown>[] = [];
  let isFirst = true;
  await page.route('**/api/**', async (route) => {
    if (!isFirst) {
      const answered = page.waitForResponse((response) => response.request() === route.request());
      // A call after the test ends with the page.
      later.push(answered.catch(() => undefined));
      return route.continue();
    }
    isFirst = false;
    request.resolve(route.request());
    await line.promise;
    return route.continue();
  });
  return {
    request: request.promise,
    async release() {
      await Promise.all(later);
      line.resolve();
    },
  };
}
