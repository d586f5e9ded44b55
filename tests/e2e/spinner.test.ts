import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { openVisitors } from '../support/browser/browser.ts';
import { openStage, signIn } from '../support/app/stage.ts';
import { holdUp } from './hold-up.ts';

const site = await openStage();
const visit = await openVisitors(site.origin);
const t = translator('en');

test('a slow page is waited for with the spinner, which goes when it arrives', async () => {
  const page = await openProfile();
  const letPageCome = await holdUp(page, '**/en/dashboard/support');
  await page.exposeFunction('spinnerShows', letPageCome);
  await page.evaluate(() => {
    const { spinnerShows } = window as unknown as { spinnerShows: () => void };
    document.querySelector('.spinner')!.addEventListener('transitionend', () => spinnerShows());
  });
  await supportIn(page).click();
  await page.waitForURL('**/support');
  expect(await spinnerIn(page).isVisible()).toBe(false);
});

test('nothing covers the page for the first 300 ms', async () => {
  const page = await openProfile();
  await page.route('**/en/dashboard/support', (route) => route.fulfill({ status: 204 }));
  // Paused from its beginning: on a busy machine it would end before the check.
  await page.evaluate(() => {
    const hold = () =>
      document
        .querySelector('.spinner')!
        .getAnimations()
        .forEach((animation) => animation.pause());
    new MutationObserver(hold).observe(document.documentElement, { attributeFilter: ['data-loading'] });
  });
  await supportIn(page).click({ noWaitAfter: true });
  await page.locator('[data-loading]').waitFor();
  const seen = await page.evaluate(() => {
    const spinner = document.querySelector('.spinner')!;
    const look = () => getComputedStyle(spinner).visibility;
    const [appearing] = spinner.getAnimations();
    return [0, 299, 301].map((timeMs) => {
      appearing!.currentTime = timeMs;
      return look();
    });
  });
  expect(seen).toEqual(['hidden', 'hidden', 'visible']);
});

test('Esc takes it away from a page that never comes', async () => {
  const page = await openProfile();
  await page.route('**/en/dashboard/support', (route) => route.fulfill({ status: 204 }));
  await supportIn(page).click({ noWaitAfter: true });
  await spinnerIn(page).waitFor();
  await page.keyboard.press('Escape');
  await spinnerIn(page).waitFor({ state: 'hidden' });
});

async function openProfile(): Promise<Page> {
  const page = await visit({ isNew: true });
  await signIn(page, site, 'anna');
  await page.goto('/en/dashboard/profile');
  return page;
}

/** A page that is not prefetched. */
const supportIn = (page: Page) => page.getByRole('link', { name: t('common:menu.support'), exact: true });
const spinnerIn = (page: Page) => page.locator('.spinner').filter({ hasText: t('common:frame.loading') });
