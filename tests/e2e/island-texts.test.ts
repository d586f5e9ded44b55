import { expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { OF_THE_TEST, openVisitors, PHONE } from '../support/browser/browser.ts';
import { openStage, signIn } from '../support/app/stage.ts';

const site = await openStage();
const visit = await openVisitors(site.origin);
const t = translator('en');

test('a page whose texts do not come stays what the server sent, and wakes once they come', async () => {
  const page = await visit({ isNew: true, expects: OF_THE_TEST });
  await signIn(page, site, 'anna');
  let isBroken = true;
  await page.route(/\/members\.en\.[^/]+\.json$/, (route) => (isBroken ? route.abort() : route.continue()));
  await page.goto('/en/dashboard/team');
  const isAsked = page.waitForRequest(/\/members\.en\./);
  await page.locator('.filters summary').click();
  await isAsked;
  expect(await page.locator('main astro-island[ssr]').count()).toBe(1);
  expect(await page.locator('.filters details[open]').count()).toBe(1);
  isBroken = false;
  await page.locator('main astro-island:not([ssr])').waitFor();
});

test('the texts of a side are fetched once and kept for good', async () => {
  const page = await visit({ ...PHONE, isNew: true });
  await signIn(page, site, 'ivan');
  const texts = page.waitForResponse(/\/members\.ru\.[^/]+\.json$/);
  await page.goto('/ru/dashboard/support');
  expect((await texts).headers()['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(await page.locator('astro-island').first().getAttribute('props')).not.toContain(t('common:close'));
  await page.goto('/ru/dashboard/licenses', { waitUntil: 'networkidle' });
  const size = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return files.filter(({ name }) => name.endsWith('.json')).map(({ transferSize }) => transferSize);
  });
  expect(size).toEqual([0]);
});
