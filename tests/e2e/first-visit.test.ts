import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { openVisitors, PHONE } from '../support/browser.ts';
import { giveLinks } from '../support/links.ts';
import { giveAnswer, giveQuestion } from '../support/questions.ts';
import { openStage, signIn } from '../support/stage.ts';
import { type Screen, screensIn } from './screens.ts';

const TEAM = '/en/dashboard/team';
const SHEET = 'link[rel=stylesheet][href*="/document."]';

const site = await openStage({ money: true });
const visit = await openVisitors(site.origin);
await giveAnswer(site, await giveQuestion(site, 'anna'));
const links = await giveLinks(site);
/** Public pages bring a style of their own. */
const screens = screensIn('de', links).filter(({ name }) => !name.startsWith('partner'));

/** What an element only is for a while, or has beside it. */
const STATES = /::[\w-]+(\([^)]*\))?|:(hover|active|focus[\w-]*|popover-open)/;

test.each(['a guest', 'anna', 'jonas', 'root'] as const)(
  'no page that %s opens first misses a rule of the whole stylesheet',
  async (who) => {
    const as = who === 'a guest' ? undefined : who;
    const missing: string[] = [];
    for (const screen of screens.filter((one) => one.as === as)) {
      // Somebody new each time; without scripts nothing but the sheet can change anything.
      const page = await visit({ javaScriptEnabled: false });
      if (as) await signIn(page, site, as);
      missing.push(...(await rulesMissingOn(page, screen)));
      await page.context().close();
    }
    expect(missing).toEqual([]);
  },
);

test('a first page waits for nothing but itself, and the next one finds the sheet kept', async () => {
  const page = await visit(PHONE);
  await signIn(page, site, 'anna');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.resourceType()));
  await page.goto(TEAM, { waitUntil: 'networkidle' });
  expect(asked.toSorted()).toEqual(['document']);

  const fetched = page.waitForResponse(/\/document\.[^/]*css$/);
  await page.mouse.move(100, 100);
  await (await fetched).finished();
  await page.goto(TEAM);
  expect(await page.locator('style').count()).toBe(0);
  expect(await page.locator(SHEET).count()).toBe(1);
});

test('without scripts the sheet comes by itself, and nothing waits for it', async () => {
  const page = await visit({ ...PHONE, javaScriptEnabled: false });
  await signIn(page, site, 'anna');
  await page.goto(TEAM, { waitUntil: 'networkidle' });
  expect(await page.locator(`${SHEET}[media=print]`).count()).toBe(1);
  await page.goto(TEAM);
  expect(await page.locator(`${SHEET}:not([media])`).count()).toBe(1);
});

test('whoever has kept the sheet of another build gets the rules of this one', async () => {
  const page = await visit(PHONE);
  await page.context().addCookies([{ url: site.origin, name: 'sheet', value: 'OfBefore' }]);
  await page.goto('/en/auth');
  expect(await page.locator('style[data-sheet]').count()).toBe(1);
});

test('a page whose sheet does not come stays usable', async () => {
  const page = await visit({ ...PHONE, expects: /ERR_FAILED/ });
  await page.route(/\/document\.[^/]*css$/, (route) => route.abort());
  await signIn(page, site, 'anna');
  await page.goto(TEAM);
  await page.locator('#search').fill('iva');
  await page.getByRole('row', { name: /ivan/ }).waitFor();
});

/** The rules that find something on the page and are not in it, or in another order. */
async function rulesMissingOn(page: Page, { name, address }: Screen): Promise<string[]> {
  await page.goto(address);
  const sheet = await page.locator('style[data-sheet]').getAttribute('data-sheet');
  await page.evaluate((href) => {
    document.head.append(Object.assign(document.createElement('link'), { id: 'whole', rel: 'stylesheet', href }));
  }, sheet ?? '');
  // Where no script runs, nothing says that it has come.
  const hasCome = () => page.locator('#whole').evaluate((link: HTMLLinkElement) => Boolean(link.sheet));
  await expect.poll(hasCome).toBe(true);
  const missing = await page.evaluate((states) => {
    const forAWhile = new RegExp(states, 'g');
    type Found = { within: string; rule: CSSRule };
    const rulesOf = (list: CSSRuleList, within = ''): Found[] =>
      [...list].flatMap((rule) => {
        const isGroup = 'cssRules' in rule && !(rule instanceof CSSStyleRule) && !(rule instanceof CSSKeyframesRule);
        if (!isGroup) return [{ within, rule }];
        return rulesOf(rule.cssRules as CSSRuleList, `${within} ${rule.cssText.split('{', 1)[0]}`);
      });
    const rulesIn = (selector: string) =>
      rulesOf(document.querySelector<HTMLStyleElement | HTMLLinkElement>(selector)!.sheet!.cssRules);
    const written = ({ within, rule }: Found) => `${within} ${rule.cssText}`;
    const findsSomething = ({ rule }: Found) => {
      if (!(rule instanceof CSSStyleRule)) return true;
      const atRest = rule.selectorText.replaceAll(forAWhile, ':not(#nothing)');
      return Boolean(document.querySelector(atRest));
    };
    const here = rulesIn('style[data-sheet]').map(written);
    let at = 0;
    return rulesIn('#whole').flatMap((found) => {
      if (here[at] === written(found)) at += 1;
      else if (findsSomething(found)) return [written(found)];
      return [];
    });
  }, STATES.source);
  return missing.map((rule) => `${name}: ${rule}`);
}
