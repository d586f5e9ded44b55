import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { CAST } from '#server/operator/seed/cast.ts';
import { openStage, signIn } from '../support/app/stage.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';

const site = await openStage({ people: CAST, money: true });
const visit = await openVisitors(site.origin);
const t = translator('en');

const dialogOn = (page: Page) => page.getByRole('dialog', { name: t('common:find.title') });
const fieldOn = (page: Page) => dialogOn(page).getByRole('searchbox');
const focusOf = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

async function open(options = {}): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, 'anna');
  await page.goto('/en/dashboard/profile');
  return page;
}

test('the keyboard alone leads from a sleeping page to a person, a page and back', async () => {
  const page = await open();
  await page.keyboard.press('Control+KeyK');
  await fieldOn(page).waitFor();
  await page.keyboard.type('ivan');
  await dialogOn(page).getByRole('link', { name: '@ivan' }).waitFor();
  await page.keyboard.press('ArrowDown');
  expect(await focusOf(page)).toContain('@ivan');
  // A letter goes on in the field; nothing fits any more.
  await page.keyboard.type('zz');
  expect(await fieldOn(page).inputValue()).toBe('ivanzz');
  await dialogOn(page).getByText(t('common:nothing_found')).waitFor();
  await fieldOn(page).fill(t('notices:title'));
  await page.keyboard.press('Escape');
  await dialogOn(page).waitFor({ state: 'detached' });

  await page.keyboard.press('Control+KeyK');
  await page.keyboard.type(t('notices:title'));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/en/dashboard/notices');
});

test('a phone finds a payment from the menu', async () => {
  const page = await open(PHONE);
  await page.getByRole('button', { name: t('common:menu.open'), exact: true }).tap();
  await page.getByRole('button', { name: t('common:find.title') }).tap();
  await fieldOn(page).fill('portico');
  await dialogOn(page)
    .getByRole('link', { name: /Portico.*L-\d{5}/ })
    .tap();
  await page.waitForURL('**/en/dashboard/finance/transactions/*');
});

test('without a connection pages are still found, and the rest is said to be missing', async () => {
  const page = await open({ expects: /did not come through/ });
  await page.keyboard.press('Control+KeyK');
  await fieldOn(page).waitFor();
  await page.route('**/api/find/**', (route) => route.abort());
  await page.keyboard.type('team');
  await dialogOn(page).getByText(t('team:list.broken')).waitFor();
  expect(
    await dialogOn(page)
      .getByRole('link', { name: t('common:menu.team') })
      .isVisible(),
  ).toBe(true);
});

test('is not offered where scripts do not run', async () => {
  const page = await open({ javaScriptEnabled: false });
  expect(await page.getByRole('button', { name: t('common:find.title') }).count()).toBe(0);
});
