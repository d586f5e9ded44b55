import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { isLong } from '../support/everyday.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { giveLinks } from '../support/people/links.ts';
import { openStage, signIn } from '../support/app/stage.ts';
import { screensIn } from './screens.ts';

const PROFILE = '/en/dashboard/profile';
const TEAM = '/en/dashboard/team';
const KEPT = /^\/_astro\/.*\.(css|svg|js)$/;

const site = await openStage({ money: true });
const visit = await openVisitors(site.origin);
const guestScreens = screensIn('de', await giveLinks(site)).filter(({ as }) => !as);

test('a first visit has its style inside, and who has touched it has the files for the next page', async () => {
  const page = await visit({ ...PHONE, isNew: true });
  await signIn(page, site, 'anna');
  const asked = await filesAskedFor(page, PROFILE);
  expect(kindsOf(asked)).toEqual(['js', 'svg']);
  expect(new Set(asked).size).toBe(asked.length);

  const sheets = await page.locator('style[data-href]').evaluateAll((all) => all.map(({ dataset }) => dataset.href));
  expect(sheets).toHaveLength(4);
  const came = sheets.map((sheet) =>
    page.waitForEvent('requestfinished', (request) => request.url().endsWith(`${sheet}`)),
  );
  await page.keyboard.press('Shift');
  await Promise.all(came);
  expect(await filesAskedFor(page, PROFILE)).toEqual([]);
  expect(await page.locator('link[rel=stylesheet]').count()).toBe(4);
  // Astro's own style, without which islands would be boxes.
  expect(await page.locator('style').allTextContents()).toEqual([expect.stringContaining('astro-island')]);
  await expectStyle(page);
});

test('without JavaScript the second page asks for the files, and the third for none', async () => {
  const page = await visit({ ...PHONE, isNew: true, javaScriptEnabled: false });
  await signIn(page, site, 'anna');
  expect(kindsOf(await filesAskedFor(page, PROFILE))).toEqual(['svg']);
  expect(kindsOf(await filesAskedFor(page, PROFILE))).toEqual(['css']);
  expect(await filesAskedFor(page, PROFILE)).toEqual([]);
});

test('who saves data is sent each file once', async () => {
  const page = await visit({ ...PHONE, isNew: true, extraHTTPHeaders: { 'save-data': 'on' } });
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await signIn(page, site, 'anna');
  const asked = await filesAskedFor(page, PROFILE);
  expect(kindsOf(asked)).toEqual(['css', 'js', 'svg']);
  expect(asked.filter((file) => file.endsWith('.css'))).toHaveLength(4);
  expect(await filesAskedFor(page, PROFILE)).toEqual([]);
});

test('after a new version the style is inside once more', async () => {
  const page = await visit({ ...PHONE, isNew: true });
  await page.context().addCookies([{ name: 'styles', value: 'older.ones', url: site.origin }]);
  await page.goto('/en/auth');
  expect(await page.locator('style[data-href]').count()).toBe(2);
  await expectStyle(page);
});

test.runIf(isLong)('no page that guests see misses a rule of the members’ sheet', async () => {
  const page = await visit({ isNew: true, javaScriptEnabled: false });
  await signIn(page, site, 'anna');
  await page.goto(PROFILE);
  const sheets = await page
    .locator('style[data-href]')
    .evaluateAll((all) => all.map(({ dataset }) => dataset.href ?? ''));
  expect(sheets.length).toBeGreaterThan(1);
  await page.context().clearCookies();
  const missing: string[] = [];
  for (const { name, address } of guestScreens) {
    await page.goto(address);
    for (const sheet of sheets) {
      const found = await page.evaluate(rulesThatFindSomething, sheet);
      missing.push(...found.map((rule) => `${name}: ${rule}`));
    }
  }
  expect(missing).toEqual([]);
});

test('a page whose sheets do not come stays usable', async () => {
  const page = await visit({ ...PHONE, isNew: true, expects: /ERR_FAILED/ });
  await page.route(/\.css$/, (route) => route.abort());
  await signIn(page, site, 'anna');
  await page.goto(TEAM);
  await page.locator('#search').fill('iva');
  await page.getByRole('row', { name: /ivan/ }).waitFor();
});

const kindsOf = (files: readonly string[]) => [...new Set(files.map((file) => file.split('.').at(-1)))].sort();

async function expectStyle(page: Page): Promise<void> {
  const button = page.locator('main .btn').last();
  expect(await button.evaluate((found) => getComputedStyle(found).borderTopLeftRadius)).not.toBe('0px');
}

/** Built files that a page loads over the network, not from the browser's cache. */
async function filesAskedFor(page: Page, address: string): Promise<string[]> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Network.enable');
  const addresses = new Map<string, string>();
  const asked: string[] = [];
  protocol.on('Network.responseReceived', ({ requestId, response }) => addresses.set(requestId, response.url));
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { pathname } = new URL(addresses.get(requestId) ?? 'about:blank');
    if (encodedDataLength > 0 && KEPT.test(pathname)) asked.push(pathname);
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await protocol.detach();
  return asked;
}

/** Rules of a stylesheet that match the page but are missing in its own sheets. */
async function rulesThatFindSomething(address: string): Promise<string[]> {
  const sheet = await new CSSStyleSheet().replace(await (await fetch(address)).text());
  const selectorsOf = (rules: CSSRuleList): string[] =>
    [...rules].flatMap((rule) => {
      if (rule instanceof CSSStyleRule) return [rule.selectorText];
      return 'cssRules' in rule && !(rule instanceof CSSKeyframesRule) ? selectorsOf(rule.cssRules as CSSRuleList) : [];
    });
  const own = new Set([...document.styleSheets].flatMap(({ cssRules }) => selectorsOf(cssRules)));
  const states = /::[\w-]+(\([^)]*\))?|:(hover|active|focus[\w-]*|popover-open)/g;
  return selectorsOf(sheet.cssRules)
    .filter((selector) => !own.has(selector))
    .filter((selector) => document.querySelector(selector.replaceAll(states, ':not(#nothing)')));
}
