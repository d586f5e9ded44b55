import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { CAST, type Person } from '#server/operator/seed/cast.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { answerFor, openStage, signIn } from '../support/app/stage.ts';
import { countLoads } from './forms.ts';
import { saidOn } from './transaction-actions.ts';

const more = Array.from({ length: 12 }, (_, index): Person => ({
  ...CAST[2]!,
  username: `seat${index + 1}`,
  name: `Seat ${index + 1}`,
  inviter: 'ivan',
  registeredDaysAgo: 100 - index,
}));
const site = await openStage({ people: [...CAST, ...more], money: true });
const visit = await openVisitors(site.origin);
const t = translator('en');

/** Opens the structure of root's place, which contains all others. */
async function openStructure(options = {}, query = ''): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, 'root');
  await page.goto(`/en/dashboard/licenses/structure?place=1${query}`);
  return page;
}

const current = (page: Page) => page.locator('#structure [aria-current=page]');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
const focusedRole = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('role'));
const top = (page: Page) => page.getByRole('treeitem').first();

describe.each([{ javaScriptEnabled: true }, { ...PHONE, javaScriptEnabled: false }])('a structure (%o)', (way) => {
  test('is walked in and out, and the address says where', async () => {
    const page = await openStructure(way);
    const before = await current(page).textContent();
    const link = page.locator('a.seat').last();
    const number = /L-\d{5}/.exec((await link.textContent()) ?? '')?.[0] ?? '';
    await link.click();
    await page.waitForURL(/node=\d+/);
    await expect.poll(() => current(page).textContent()).toBe(number);
    await page.getByRole('link', { name: t('places:structure.up') }).click();
    await expect.poll(() => current(page).textContent()).not.toBe(number);
    await page.goBack();
    await expect.poll(() => current(page).textContent()).toBe(number);
    await page.getByRole('link', { name: t('places:filter.drop') }).click();
    await expect.poll(() => current(page).textContent()).toBe(before);
    expect(new URL(page.url()).search).toBe('?place=1');
  });

  test('leads to why my position is this one', async () => {
    const page = await visit(way);
    await signIn(page, site, 'seat12');
    await page.goto('/en/dashboard/licenses/structure');
    await page.getByRole('link', { name: t('places:why.title'), exact: true }).click();
    await page.getByRole('heading', { level: 1, name: t('places:why.title') }).waitFor();
    const facts = page.locator('main dl');
    const [under] = await facts.locator('dd').allTextContents();
    const number = /L-\d{5}/.exec(under ?? '')?.[0] ?? '';
    expect(under).toBe(t('places:why.inviter_named', { number, username: 'ivan' }));
    expect(await facts.locator('ol > li').count()).toBe(3);
    await facts.getByText(/^Position \d under L-\d{5}\.$/).waitFor();
    await facts.getByText(t('places:why.rule'), { exact: true }).waitFor();
    await page.getByRole('link', { name: t('places:structure.title'), exact: true }).click();
    await page.waitForURL(/licenses\/structure\?place=\d+$/);
  });

  test('says how many seats are taken, and offers none by hand', async () => {
    const page = await visit(way);
    await signIn(page, site, 'seat12');
    await page.goto('/en/dashboard/licenses/structure');
    await page.getByText(t('places:structure.filled', { filled: 1, of: 7 }), { exact: true }).waitFor();
    await page.locator('.free').first().waitFor();
    expect(await page.locator('.free :is(a, button)').count()).toBe(0);
  });
});

describe('by keys', () => {
  test('a structure is one stop, and arrows lead from seat to seat', async () => {
    const page = await openStructure();
    await page.getByRole('navigation', { name: t('places:structure.path') }).waitFor();
    await page.getByLabel(t('places:filter.mine')).focus();
    await top(page).waitFor();
    while ((await focusedRole(page)) !== 'treeitem') await page.keyboard.press('Tab');
    const names = await page.getByRole('treeitem').evaluateAll((items) => items.map((item) => item.ariaLabel ?? ''));
    const at = (name: string) => names.findIndex((one) => one === name);
    expect(at(await focused(page))).toBe(0);
    const way = [
      ['ArrowRight', 1],
      ['ArrowRight', 2],
      ['ArrowDown', 3],
      ['ArrowLeft', 1],
      ['End', names.length - 1],
      ['ArrowDown', names.length - 1],
      ['ArrowUp', names.length - 2],
      ['Home', 0],
      ['ArrowLeft', 0],
    ] as const;
    for (const [key, index] of way) {
      await page.keyboard.press(key);
      expect([key, at(await focused(page))]).toEqual([key, index]);
    }
    expect(await page.locator('.tree [tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('#structure'))).toBeNull();
  });

  test('Enter leads in, says where, and Back leads out', async () => {
    const page = await openStructure();
    const before = await current(page).textContent();
    await page.locator('#structure').focus();
    await top(page).focus();
    await page.keyboard.press('ArrowRight');
    const name = await focused(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(/node=\d+/);
    await expect.poll(() => focused(page)).toBe(name);
    expect(await saidOn(page)).toContain((await current(page).textContent()) ?? '?');
    await page.goBack();
    await expect.poll(() => current(page).textContent()).toBe(before);
    await expect.poll(() => focused(page)).not.toBe('');
  });

  test('whoever stands on a link when the script comes goes on from there', async () => {
    const page = await openStructure();
    const link = page.locator('a.seat').last();
    const number = /L-\d{5}/.exec((await link.textContent()) ?? '')?.[0] ?? '?';
    await link.focus();
    await expect.poll(() => focused(page)).toContain(number);
    expect(await focusedRole(page)).toBe('treeitem');
  });
});

describe('the ways in a structure', () => {
  test('stand always there, and lead nowhere from its top', async () => {
    const page = await openStructure();
    const loads = countLoads(page);
    const ways = [t('places:structure.up'), t('places:filter.drop')];
    for (const name of ways) await page.getByRole('button', { name, disabled: true }).waitFor();
    await page.locator('a.seat').last().click();
    for (const name of ways) await page.getByRole('link', { name }).waitFor();
    await page.getByRole('link', { name: ways[1]! }).click();
    for (const name of ways) await page.getByRole('button', { name, disabled: true }).waitFor();
    expect(loads()).toBe(0);
  });

  test.each([true, false])('lead to each of my places (JavaScript: %s)', async (javaScriptEnabled) => {
    const page = await visit({ javaScriptEnabled });
    await signIn(page, site, 'ivan');
    await page.goto('/en/dashboard/licenses/structure');
    const before = await current(page).textContent();
    // Of two places the full one comes first, though the other is newer.
    await page.getByText(t('places:structure.filled', { filled: 7, of: 7 }), { exact: true }).waitFor();
    const mine = page.getByLabel(t('places:filter.mine'));
    const other = await mine.locator('option:not(:checked)').last().textContent();
    await mine.focus();
    await mine.selectOption({ label: other ?? '' });
    if (!javaScriptEnabled) await page.getByRole('button', { name: t('places:show_structure') }).click();
    await expect.poll(() => current(page).textContent()).toBe(/L-\d{5}/.exec(other ?? '')?.[0]);
    if (javaScriptEnabled) expect(await mine.evaluate((one) => one === document.activeElement)).toBe(true);
    await expect.poll(() => new URL(page.url()).searchParams.get('place')).toBe(await mine.inputValue());
    await page.goBack();
    await expect.poll(() => current(page).textContent()).toBe(before);
    await expect.poll(() => mine.locator('option:checked').textContent()).toContain(before);
  });
});

test('a step whose answer does not come says so, and what is shown stays', async () => {
  const page = await openStructure({ expects: /ERR_FAILED|did not come through/ });
  const before = await current(page).textContent();
  await page.route('**/structure/**', (route) => route.abort());
  await page.locator('a.seat').last().click();
  await page.getByText(t('common:line_broken')).waitFor();
  expect(await current(page).textContent()).toBe(before);
  await page.unroute('**/structure/**');
  await page.locator('a.seat').last().click();
  await expect.poll(() => current(page).textContent()).not.toBe(before);
});

test.each(['place=2', 'place=999999', 'place=x', 'place=1&node=999999', 'place=1&node=0'])(
  '%s is not there for me',
  async (query) => {
    expect(await answerFor(site, 'root', `/en/dashboard/licenses/structure?${query}`)).toBe(404);
  },
);

test.each(['licenses/places/2', 'licenses/places/999999', 'licenses/places/x', 'turbo/places/1', 'nowhere/places/1'])(
  'why %s is there is not told to me',
  async (place) => {
    expect(await answerFor(site, 'root', `/en/dashboard/${place}`)).toBe(404);
  },
);
