import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { openClient, openStage, sessionCookies, signIn } from '../support/app/stage.ts';
import { holdUp } from './hold-up.ts';

const site = await openStage();
const visit = await openVisitors(site.origin);
const t = translator('en');

/** A page that is not prefetched. */
const supportIn = (page: Page) => page.getByRole('link', { name: t('common:menu.support'), exact: true });
const barIn = (page: Page) => page.locator('.move-bar');

describe('a slow page', () => {
  test('is waited for with a bar over the page that is left, which goes when it arrives', async () => {
    const page = await openProfile();
    const letPageCome = await holdUp(page, '**/en/dashboard/support');
    await page.exposeFunction('barShows', letPageCome);
    await page.evaluate(() => {
      const { barShows } = window as unknown as { barShows: () => void };
      document.querySelector('.move-bar')!.addEventListener('transitionend', () => barShows());
    });
    await supportIn(page).click();
    await page.waitForURL('**/support');
    expect(await barIn(page).isVisible()).toBe(false);
  });

  test('is waited for with the header and the content of the page before', async () => {
    const page = await openProfile();
    await page.route('**/en/dashboard/support', (route) => route.fulfill({ status: 204 }));
    const heading = page.getByRole('heading', { level: 1 });
    await supportIn(page).click({ noWaitAfter: true });
    await barIn(page).waitFor();
    expect(await isOnTop(page, 'h1')).toBe(true);
    expect(await isOnTop(page, '.header .logo')).toBe(true);
    expect(await heading.isVisible()).toBe(true);
  });

  test('shows nothing for the first 300 ms', async () => {
    const page = await openProfile();
    await page.route('**/en/dashboard/support', (route) => route.fulfill({ status: 204 }));
    // Paused from its beginning: on a busy machine it would end before the check.
    await page.evaluate(() => {
      const transitions = () =>
        document
          .querySelector('.move-bar')!
          .getAnimations()
          .filter((animation) => animation instanceof CSSTransition);
      const hold = () => transitions().forEach((transition) => transition.pause());
      new MutationObserver(hold).observe(document.documentElement, { attributeFilter: ['data-loading'] });
    });
    await supportIn(page).click({ noWaitAfter: true });
    await page.locator('[data-loading]').waitFor();
    const seen = await page.evaluate(() => {
      const bar = document.querySelector('.move-bar')!;
      const appearing = bar.getAnimations().find((animation) => animation instanceof CSSTransition);
      return [0, 299, 301].map((timeMs) => {
        appearing!.currentTime = timeMs;
        return getComputedStyle(bar).visibility;
      });
    });
    expect(seen).toEqual(['hidden', 'hidden', 'visible']);
  });

  test('that never comes is given up with Esc', async () => {
    const page = await openProfile();
    await page.route('**/en/dashboard/support', (route) => route.fulfill({ status: 204 }));
    await supportIn(page).click({ noWaitAfter: true });
    await barIn(page).waitFor();
    await page.keyboard.press('Escape');
    await barIn(page).waitFor({ state: 'hidden' });
  });

  test('tapped in the menu of a phone closes the menu, and the bar is in sight', async () => {
    const page = await visit(PHONE);
    await signIn(page, site, 'anna');
    await page.goto('/en/dashboard/profile');
    await page.route('**/en/dashboard/support', (route) => route.fulfill({ status: 204 }));
    await page.getByRole('button', { name: t('common:menu.open'), exact: true }).tap();
    await supportIn(page).tap({ noWaitAfter: true });
    await page.locator('#nav').waitFor({ state: 'hidden' });
    await barIn(page).waitFor();
    expect(await isOnTop(page, '.move-bar')).toBe(true);
  });
});

test('a tapped item of the menu looks pressed at once', async () => {
  const page = await openProfile();
  await page.route('**/en/dashboard/support', (route) => route.fulfill({ status: 204 }));
  const background = () => supportIn(page).evaluate((link) => getComputedStyle(link).backgroundColor);
  await page.mouse.move(640, 400);
  const before = await background();
  await supportIn(page).focus();
  await page.keyboard.press('Enter');
  await expect.poll(background).not.toBe(before);
});

test('a page that is moved to is painted with its content, a first visit as it arrives', async () => {
  const client = await openClient(site, await sessionCookies(site, 'anna'));
  const isHeld = async (origin: 'same-origin' | 'none') => {
    const answer = await client.get('/en/dashboard/team', { headers: { 'sec-fetch-site': origin } });
    return /<link rel="expect" href="#main" blocking="render"/.test(await answer.text());
  };
  expect([await isHeld('same-origin'), await isHeld('none')]).toEqual([true, false]);
});

test('a first visit whose content does not arrive shows the spinner, until the app is ready', async () => {
  const page = await openProfile();
  const spinner = page.locator('.spinner');
  expect(await spinner.isVisible()).toBe(false);
  await page.evaluate(() => document.querySelector('.main')!.setAttribute('class', 'arrives'));
  await spinner.waitFor();
  await page.evaluate(() => document.querySelector('.arrives')!.setAttribute('class', 'main'));
  await spinner.waitFor({ state: 'hidden' });
  await page.keyboard.press('Shift');
  await spinner.waitFor({ state: 'detached' });
});

async function openProfile(): Promise<Page> {
  const page = await visit();
  await signIn(page, site, 'anna');
  await page.goto('/en/dashboard/profile');
  return page;
}

/** Whether a person sees the middle of an element, and nothing over it. */
function isOnTop(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (element === hit || element.contains(hit));
  });
}
