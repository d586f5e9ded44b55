import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { CAST } from '#server/db/seed/cast.ts';
import { translator } from '#i18n/translator.ts';
import { openVisitors } from '../support/browser.ts';
import { openStage, signIn } from '../support/stage.ts';
import { holdUp } from './hold-up.ts';
import { awake, newestFirst, oldestFirst, shownRows, sixty } from './sixty.ts';

const site = await openStage({ people: [...CAST, ...sixty] });
const visit = await openVisitors(site.origin);
const t = translator('en');
const WAYS = [{ javaScriptEnabled: false }, { javaScriptEnabled: true }] as const;

async function openTeam(query = '', username = 'ivan', options = {}): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, username);
  await page.goto(`/en/dashboard/team${query}`);
  return page;
}

/** In the native list, or in the one that a script draws at the first touch. */
async function chooseStatus(page: Page, status: 'gold_director' | 'platinum_manager', hasScripts: boolean) {
  const select = page.getByLabel(t('team:filters.status'), { exact: true });
  if (!hasScripts) return select.selectOption(status);
  await select.first().click();
  const name = t(`common:career_status.${status}`);
  await page.getByRole('option', { name, exact: true }).filter({ visible: true }).click();
  return page.keyboard.press('Escape');
}

/** Presses “show more” until there is no more. Without a script each page stands alone, with it rows are added. */
async function collect(page: Page): Promise<string[]> {
  const more = page.getByRole('link', { name: t('team:list.show_more') });
  let last = await shownRows(page);
  const all = [...last];
  while ((await more.count()) > 0) {
    const before = last;
    await more.click();
    await expect.poll(async () => (last = await shownRows(page)).join()).not.toBe(before.join());
    all.push(...(last[0] === before[0] ? last.slice(before.length) : last));
  }
  return all;
}

describe.each(WAYS)('with $javaScriptEnabled scripts', (way) => {
  test('show more leads through the whole team once', async () => {
    const page = await openTeam('', 'ivan', way);
    expect(await collect(page)).toEqual(newestFirst);
  });

  test('every total leads to just as many rows', async () => {
    const page = await openTeam('', 'ivan', way);
    const totals = page.getByRole('list', { name: t('team:totals.label') }).getByRole('link');
    for (const index of [0, 1, 2, 4, 5, 6]) {
      const total = Number((await totals.nth(index).locator('b').textContent())?.replaceAll(/\s/g, ''));
      await page.goto(
        `/en/dashboard/team${new URL((await totals.nth(index).getAttribute('href'))!, site.origin).search}`,
      );
      expect(await collect(page)).toHaveLength(total);
    }
  });

  test('filters of the form work together', async () => {
    const page = await openTeam('', 'ivan', way);
    await page.getByText(t('team:filters.title'), { exact: true }).click();
    await page.getByLabel(t('team:filters.active')).selectOption('no');
    await chooseStatus(page, 'gold_director', way.javaScriptEnabled);
    await page.getByLabel(t('team:filters.line'), { exact: true }).fill('1');
    await page
      .locator('details')
      .getByRole('button', { name: t('team:filters.apply') })
      .click();
    await expect.poll(() => shownRows(page)).toEqual(['member00']);
    expect(page.url()).toMatch(/line=1/);
    expect(page.url()).toMatch(/status=gold_director/);
  });

  test('the order and back to the one before', async () => {
    const page = await openTeam('', 'ivan', way);
    await page.getByRole('link', { name: t('team:sort.oldest') }).click();
    await expect.poll(() => shownRows(page)).toEqual(oldestFirst.slice(0, 25));
    await page.goBack();
    await expect.poll(() => shownRows(page)).toEqual(newestFirst.slice(0, 25));
  });

  test('a search finds names and usernames, and may find nobody', async () => {
    const page = await openTeam('', 'ivan', way);
    const field = page.getByLabel(t('team:filters.search'));
    await field.fill('EMBER 4');
    await field.press('Enter');
    await expect.poll(() => shownRows(page)).toEqual(newestFirst.filter((name) => /member(4.|04)$/.test(name)));
    await field.fill('100%');
    await field.press('Enter');
    await page.locator('.empty').getByText(t('common:nothing_found')).waitFor();
    await page
      .getByRole('link', { name: t('team:filters.drop') })
      .last()
      .click();
    await expect.poll(() => shownRows(page)).toEqual(newestFirst.slice(0, 25));
    expect(await field.inputValue()).toBe('');
  });
});

test('several statuses are chosen at once, and back takes the last one out', async () => {
  const page = await openTeam();
  await page.getByText(t('team:filters.title'), { exact: true }).click();
  const field = page.getByRole('combobox', { name: t('team:filters.status') });
  await chooseStatus(page, 'platinum_manager', true);
  await page.locator('.empty').getByText(t('common:nothing_found')).waitFor();
  expect(page.url()).toMatch(/status=platinum_manager/);
  await chooseStatus(page, 'gold_director', true);
  await expect.poll(() => shownRows(page)).toEqual(newestFirst.filter((name) => /[05]$/.test(name)));
  await page.goBack();
  await page.locator('.empty').getByText(t('common:nothing_found')).waitFor();
  await expect
    .poll(() => page.locator('.pill').allTextContents())
    .toEqual([t('common:career_status.platinum_manager')]);
  await field.press('Backspace');
  await expect.poll(() => shownRows(page)).toEqual(newestFirst.slice(0, 25));
  expect(await page.locator('.pill').count()).toBe(0);
});

test('what is searched for among the statuses is not asked of the team', async () => {
  const page = await openTeam();
  await page.getByText(t('team:filters.title'), { exact: true }).click();
  await awake(page);
  const asked: string[] = [];
  page.on('request', (request) => request.headers()['x-part'] && asked.push(request.url()));
  await page.getByLabel(t('team:filters.status'), { exact: true }).click();
  await page.keyboard.type('platinum m');
  await page.getByRole('option', { name: /^Platinum manager/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.empty').getByText(t('common:nothing_found')).waitFor();
  expect(asked).toHaveLength(1);
});

test('typing is answered at once, loses no key and keeps the focus', async () => {
  const page = await openTeam();
  const field = page.getByLabel(t('team:filters.search'));
  await field.pressSequentially('member1');
  await expect.poll(() => page.url()).toMatch(/search=member1$/);
  await expect.poll(() => shownRows(page)).toEqual(newestFirst.filter((name) => name.startsWith('member1')));
  expect(await field.evaluate((input: HTMLInputElement) => [input.value, document.activeElement === input])).toEqual([
    'member1',
    true,
  ]);
  await expect.poll(() => page.locator('#live').textContent()).toMatch(/10/);
  await page.goBack();
  await expect.poll(() => shownRows(page)).toEqual(newestFirst.slice(0, 25));
  expect(await field.inputValue()).toBe('');
});

/** The list's own script. */
const LIST_SCRIPT = '**/members-*.js';

test('the rows that are here answer before the list’s own script has come, and the whole team is asked for once', async () => {
  const page = await openTeam();
  const letScriptCome = await holdUp(page, LIST_SCRIPT);
  const asked: string[] = [];
  page.on('request', (request) => request.headers()['x-part'] && asked.push(new URL(request.url()).search));
  const answered = page.waitForResponse((answer) => answer.url().endsWith('search=ember+4'));
  await page.getByLabel(t('team:filters.search')).fill('ember 4');
  await expect.poll(() => shownRows(page)).toEqual(newestFirst.filter((name) => /member4.$/.test(name)));
  await (await answered).finished();
  letScriptCome();
  await expect.poll(() => shownRows(page)).toEqual(newestFirst.filter((name) => /member(4.|04)$/.test(name)));
  await expect.poll(() => page.url()).toMatch(/search=ember\+4$/);
  expect(asked).toEqual(['?search=ember+4']);
});

test('what was asked for in vain before the script came is said when it has come', async () => {
  const page = await openTeam('', 'ivan', { expects: /did not come through/ });
  const letScriptCome = await holdUp(page, LIST_SCRIPT);
  await page.route('**/dashboard/team?*', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('search=member59'));
  await page.getByLabel(t('team:filters.search')).fill('member59');
  await failed;
  letScriptCome();
  await page.getByText(t('team:list.broken')).waitFor();
});

test('show more adds rows below those that are there', async () => {
  const page = await openTeam();
  await page.getByLabel(t('team:filters.search')).pressSequentially('member');
  await expect.poll(() => page.url()).toMatch(/search=member$/);
  for (const count of [50, 60]) {
    await page.getByRole('link', { name: t('team:list.show_more') }).click();
    await expect.poll(() => shownRows(page)).toEqual(newestFirst.slice(0, count));
  }
  expect(await page.locator('[data-summary]').textContent()).toMatch(/60$/);
});

test('back from a member’s card leads to the rows that were left, and further back works still', async () => {
  const page = await openTeam();
  await page.getByRole('link', { name: t('team:sort.line') }).click();
  await expect.poll(() => page.url()).toMatch(/sort=line/);
  await page.getByRole('link', { name: /@member03/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Member 3' }).waitFor();
  await page.goBack();
  await expect.poll(() => shownRows(page)).toEqual(oldestFirst.slice(0, 25));
  await page.goBack();
  await expect.poll(() => shownRows(page)).toEqual(newestFirst.slice(0, 25));
});

test('a broken line is said once, and what was typed stays', async () => {
  const page = await openTeam('', 'ivan', { expects: /did not come through/ });
  const field = page.getByLabel(t('team:filters.search'));
  await awake(page);
  await page.route('**/dashboard/team*', (route) => route.abort());
  await field.fill('member59');
  await page.getByText(t('team:list.broken')).waitFor();
  expect(await field.inputValue()).toBe('member59');
  expect(await shownRows(page)).toHaveLength(25);
  await page.unroute('**/dashboard/team*');
  await page.getByRole('button', { name: t('team:list.again') }).click();
  await expect.poll(() => shownRows(page)).toEqual(['member59']);
  expect(await page.getByText(t('team:list.broken')).isVisible()).toBe(false);
});

test('what is wrong is said at its field, which keeps what was typed', async () => {
  const page = await openTeam('', 'ivan', { expects: /^422 / });
  await page.getByText(t('team:filters.title'), { exact: true }).click();
  const line = page.getByLabel(t('team:filters.line'), { exact: true });
  await line.pressSequentially('x2');
  await page.locator('#line-errors').waitFor();
  expect(await line.getAttribute('aria-describedby')).toBe('line-errors');
  expect(await line.inputValue()).toBe('x2');
  await line.fill('2');
  await expect.poll(() => shownRows(page)).toEqual(newestFirst.slice(36, 48));
  expect(await page.locator('#line-errors').count()).toBe(0);
});

test('the order is changed by keyboard without losing one’s place', async () => {
  const page = await openTeam();
  await awake(page);
  await page.getByRole('link', { name: t('team:sort.newest') }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => shownRows(page)).toEqual(oldestFirst.slice(0, 25));
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('sort-oldest');
  const german = page.locator('a[hreflang=de]');
  expect(await german.getAttribute('href')).toMatch(/sort=oldest$/);
});
