import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { openStage, signIn } from '../support/app/stage.ts';

const site = await openStage();
const visit = await openVisitors(site.origin);
const t = translator('en');

const menuOf = (page: Page) => page.getByRole('navigation', { name: t('common:menu.label') });

async function openOnPhone(options = {}): Promise<Page> {
  const page = await visit({ ...PHONE, ...options });
  await signIn(page, site, 'anna');
  await page.goto('/en/dashboard/profile');
  return page;
}

const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: t('common:menu.open'), exact: true }).tap();
  await menuOf(page).waitFor();
};
test.each([true, false])('opens and closes by tap (JavaScript: %s)', async (javaScriptEnabled) => {
  const page = await openOnPhone({ javaScriptEnabled });
  expect(await menuOf(page).isVisible()).toBe(false);
  await openMenu(page);
  await page.getByRole('button', { name: t('common:menu.close') }).tap();
  await menuOf(page).waitFor({ state: 'hidden' });
});

test('closes by Esc and by a tap beside it, and gives the focus back', async () => {
  const page = await openOnPhone();
  await openMenu(page);
  await page.keyboard.press('Escape');
  await menuOf(page).waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(t('common:menu.open'));
  await openMenu(page);
  await page.touchscreen.tap(350, 400);
  await menuOf(page).waitFor({ state: 'hidden' });
});

test('keeps the page behind it from scrolling', async () => {
  const page = await openOnPhone();
  await openMenu(page);
  await page.mouse.move(340, 400);
  await page.mouse.wheel(0, 500);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden');
  await page.keyboard.press('Escape');
  await menuOf(page).waitFor({ state: 'hidden' });
  const scrolled = page.evaluate(() => (scrollTo(0, 500), scrollY));
  expect(await scrolled).toBe(500);
});

test('leads on', async () => {
  const page = await openOnPhone();
  await openMenu(page);
  await menuOf(page)
    .getByRole('link', { name: t('common:menu.support') })
    .tap();
  await page.waitForURL('**/en/dashboard/support');
});
