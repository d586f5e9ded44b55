import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { openVisitors, PHONE } from '../support/browser.ts';
import { giveLinks } from '../support/links.ts';
import { openStage, signIn } from '../support/stage.ts';
import { screensIn } from './screens.ts';

const PROFILE = '/en/dashboard/profile';
const TEAM = '/en/dashboard/team';
const KEPT = /^\/_astro\/.*\.(css|svg|js)$/;

const site = await openStage({ money: true });
const visit = await openVisitors(site.origin);
const guestScreens = screensIn('de', await giveLinks(site)).filter(({ as }) => !as);

describe.each([true, false])('with JavaScript %s', (javaScriptEnabled) => {
  test('a first visit asks once for each file of style, icons and script, and the next page for none of them', async () => {
    const page = await visit({ ...PHONE, javaScriptEnabled });
    await signIn(page, site, 'anna');
    const asked = await filesAskedFor(page, PROFILE);
    expect(asked.filter((file) => file.endsWith('.css'))).toHaveLength(3);
    expect(asked.filter((file) => file.endsWith('.svg'))).toHaveLength(1);
    expect(asked.some((file) => file.endsWith('.js'))).toBe(javaScriptEnabled);
    expect(new Set(asked).size).toBe(asked.length);

    const more = await filesAskedFor(page, '/en/dashboard/licenses');
    expect(more.filter((file) => asked.includes(file))).toEqual([]);
  });

  test('a page stands as it was drawn: nothing in it says how it looks', async () => {
    const page = await visit({ ...PHONE, javaScriptEnabled });
    await page.goto('/en/auth');
    // Astro's own, without which islands would be boxes.
    expect(await page.locator('style').allTextContents()).toEqual([expect.stringContaining('astro-island')]);
    const submit = page.getByRole('button', { name: 'Sign in' }).last();
    expect(await submit.evaluate((button) => getComputedStyle(button).borderTopLeftRadius)).not.toBe('0px');
  });
});

test('no page that guests see misses a rule of the members’ sheet', async () => {
  const page = await visit({ javaScriptEnabled: false });
  await signIn(page, site, 'anna');
  await page.goto(PROFILE);
  const links = page.locator('link[rel=stylesheet]');
  const sheets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
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
  const page = await visit({ ...PHONE, expects: /ERR_FAILED/ });
  await page.route(/\.css$/, (route) => route.abort());
  await signIn(page, site, 'anna');
  await page.goto(TEAM);
  await page.locator('#search').fill('iva');
  await page.getByRole('row', { name: /ivan/ }).waitFor();
});

/** The built files that come over the line for a page, not out of what the browser keeps. */
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

/** Of a sheet that is not linked on the page; what public pages show has a style of its own. */
async function rulesThatFindSomething(address: string): Promise<string[]> {
  if (document.querySelector(`link[href="${address}"], style`)) return [];
  const sheet = await new CSSStyleSheet().replace(await (await fetch(address)).text());
  const rulesOf = (rules: CSSRuleList): CSSStyleRule[] =>
    [...rules].flatMap((rule) => {
      if (rule instanceof CSSStyleRule) return [rule];
      return 'cssRules' in rule && !(rule instanceof CSSKeyframesRule) ? rulesOf(rule.cssRules as CSSRuleList) : [];
    });
  const states = /::[\w-]+(\([^)]*\))?|:(hover|active|focus[\w-]*|popover-open)/g;
  return rulesOf(sheet.cssRules)
    .map(({ selectorText }) => selectorText)
    .filter((selector) => document.querySelector(selector.replaceAll(states, ':not(#nothing)')));
}
