import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { LINE_PAGE } from '#contracts/team.ts';
import { translator } from '#i18n/translator.ts';
import { CAST, type Person } from '#server/operator/seed/cast.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { answerFor, openStage, signIn } from '../support/app/stage.ts';
import { countLoads } from './forms.ts';

/** Ivan's first line, oldest first. */
const kids: Person[] = Array.from({ length: LINE_PAGE + 3 }, (_, index) => ({
  ...CAST[2]!,
  username: `kid${String(index + 1).padStart(2, '0')}`,
  name: `Kid ${index + 1}`,
  inviter: 'ivan',
  registeredDaysAgo: 100 - index,
}));
const DEPTH = 6;
/** One below the other, from Ivan's oldest on. */
const chain: Person[] = Array.from({ length: DEPTH }, (_, index) => ({
  ...CAST[2]!,
  username: `step${index + 1}`,
  name: `Step ${index + 1}`,
  inviter: index === 0 ? 'kid01' : `step${index}`,
  active: index % 2 === 0,
  registeredDaysAgo: 50 - index,
}));
const kidNames = kids.map(({ username }) => username);
const ANNAS = ['ivan', 'priya', 'jonas', 'marie'];

const site = await openStage({ people: [...CAST, ...kids, ...chain] });
const visit = await openVisitors(site.origin);
const t = translator('en');
const more = t('team:list.show_more');

async function openTree(query = '', options = {}, username = 'anna'): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, username);
  await page.goto(`/en/dashboard/team/tree${query}`);
  return page;
}

/** Usernames of all rows, the top first. */
async function shownNames(page: Page): Promise<string[]> {
  const names = await page.locator('.tree .user small').allTextContents();
  return names.map((name) => name.slice(1));
}

const toggle = (page: Page, username: string) =>
  page.locator('.member', { has: page.getByText(`@${username}`, { exact: true }) }).locator('a.btn');
const item = (page: Page, words: string) => page.getByRole('treeitem', { name: new RegExp(`${words}\\b`) });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
const crumb = (page: Page) => page.getByRole('navigation', { name: t('team:path.title') });

test('without scripts, on a phone, links lead down the team and up again', async () => {
  const page = await visit({ ...PHONE, javaScriptEnabled: false });
  await signIn(page, site, 'anna');
  await page.goto('/en/dashboard/team');
  await page.getByRole('link', { name: t('team:tree') }).click();
  expect(await shownNames(page)).toEqual(['anna', ...ANNAS]);
  await toggle(page, 'ivan').click();
  await page.waitForURL('**/team/tree?at=ivan');
  expect(await shownNames(page)).toEqual(['ivan', ...kidNames.slice(0, LINE_PAGE)]);
  await page.getByRole('link', { name: more }).click();
  expect(await shownNames(page)).toEqual(['ivan', ...kidNames.slice(LINE_PAGE)]);
  expect(await page.getByRole('link', { name: more }).count()).toBe(0);
  await page.getByRole('link', { name: t('team:list.first_page') }).click();
  await toggle(page, 'kid01').click();
  expect(await crumb(page).getByRole('listitem').allTextContents()).toEqual([
    t('team:path.me'),
    '›Иван Кузнецов',
    '›Kid 1',
  ]);
  await page.getByRole('link', { name: /@step1/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Step 1' }).waitFor();
  await page.getByRole('link', { name: t('team:tree') }).click();
  await page.waitForURL('**/team/tree?at=step1');
  await crumb(page)
    .getByRole('link', { name: t('team:path.me') })
    .click();
  expect(await shownNames(page)).toEqual(['anna', ...ANNAS]);
});

test('by keyboard lines open and close in place, and the rest of a line is an item', async () => {
  const page = await openTree();
  const loads = countLoads(page);
  const calls: string[] = [];
  page.on('request', (request) => void (/\/api\/team\//.test(request.url()) && calls.push(request.url())));
  await crumb(page).waitFor();
  await page
    .getByRole('link', { name: t('team:title'), exact: true })
    .last()
    .focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toContain('@ivan');
  const keys = async (...names: string[]) => {
    for (const name of names) await page.keyboard.press(name);
  };
  await keys('ArrowRight');
  await item(page, '@kid20').waitFor();
  const ivan = item(page, '@ivan');
  expect(await ivan.getAttribute('aria-expanded')).toBe('true');
  expect(await item(page, '@kid02').evaluate((one) => [one.ariaLevel, one.ariaPosInSet, one.ariaSetSize])).toEqual([
    '3',
    '2',
    String(kids.length),
  ]);
  await keys('ArrowRight', 'ArrowUp', 'ArrowDown');
  expect(await focused(page)).toContain('@kid01');
  await keys('End');
  expect(await focused(page)).toContain('@marie');
  await keys('ArrowUp', 'ArrowUp', 'ArrowUp');
  expect(await focused(page)).toBe(more);
  await keys('Enter');
  await expect.poll(() => focused(page)).toContain(`@${kidNames[LINE_PAGE]}`);
  expect(await shownNames(page)).toEqual(['anna', 'ivan', ...kidNames, ...ANNAS.slice(1)]);
  await page.getByText(`${t('team:list.shown')} ${kids.length} / ${kids.length}`).waitFor();
  expect(await page.locator('.tree [tabindex="0"]').count()).toBe(1);
  await keys('ArrowLeft');
  expect(await focused(page)).toContain('@ivan');
  await keys('ArrowLeft', 'ArrowLeft');
  expect(await shownNames(page)).toEqual(['anna', ...ANNAS]);
  expect(await focused(page)).toContain('@anna');
  await keys('ArrowLeft', 'ArrowDown', 'ArrowDown', 'Enter');
  await page.waitForURL('**/team/priya');
  await page.getByRole('dialog').getByText(t('team:why.title')).waitFor();
  await keys('Escape');
  await page.waitForURL('**/team/tree');
  await expect.poll(() => focused(page)).toContain('@priya');
  expect([calls.filter((url) => url.includes('/line/')).length, loads()]).toEqual([2, 0]);
});

describe('below four open lines', () => {
  test.each([{}, PHONE])('the next one is a page of its own, and Back leads out (%o)', async (options) => {
    const page = await openTree('', options);
    const loads = countLoads(page);
    const way = ['ivan', 'kid01', 'step1', 'step2'];
    for (const username of way) {
      await expect.poll(() => shownNames(page)).toContain(username);
      await toggle(page, username).click();
    }
    await page.waitForURL('**/tree?at=step2');
    await expect.poll(() => shownNames(page)).toEqual(['step2', 'step3']);
    expect((await crumb(page).innerText()).replaceAll(/\s+/g, ' ')).toBe(
      `${t('team:path.me')} › Иван Кузнецов › Kid 1 › Step 1 › Step 2`,
    );
    await page.goBack();
    await expect.poll(() => shownNames(page)).toContain('marie');
    await page.goForward();
    await expect.poll(() => shownNames(page)).toEqual(['step2', 'step3']);
    await crumb(page).getByRole('link', { name: 'Kid 1' }).click();
    await page.waitForURL('**/tree?at=kid01');
    expect((await shownNames(page))[0]).toBe('kid01');
    expect(loads()).toBe(0);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  });
});

test('a line that does not come says so, and comes when it is opened again', async () => {
  const page = await openTree('', { expects: /ERR_FAILED|did not come through/ });
  await page.route('**/line/**', (route) => route.abort());
  await toggle(page, 'ivan').click();
  await page.getByText(t('team:list.broken')).waitFor();
  expect(await shownNames(page)).toEqual(['anna', ...ANNAS]);
  await page.unroute('**/line/**');
  await toggle(page, 'ivan').click();
  await item(page, '@kid01').waitFor();
  expect(await page.getByText(t('team:list.broken')).count()).toBe(0);
});

test('somebody without a team reads that there is nothing yet', async () => {
  const page = await openTree('', {}, 'jonas');
  await page.getByText(t('common:nothing_here'), { exact: true }).waitFor();
  await page.getByRole('link', { name: t('profile:first_steps.link') }).click();
  await expect.poll(() => page.url()).toMatch(/\/team#invite-link$/);
});

test.each(['root', 'priya', 'nobody', 'totals', '%00', 'x'.repeat(400)])(
  '%s is not there for Ivan',
  async (username) => {
    expect(await answerFor(site, 'ivan', `/en/dashboard/team/tree?at=${username}`)).toBe(404);
  },
);

test('an address may be typed, and a long way up is shortened', async () => {
  const page = await openTree('?at=STEP4');
  const leftOut = t('team:path.left_out', { count: 2, number: '2' });
  await crumb(page).getByText(leftOut, { exact: true }).waitFor();
  expect(await crumb(page).getByRole('link').allTextContents()).toEqual([
    t('team:path.me'),
    'Step 1',
    'Step 2',
    'Step 3',
  ]);
  await page.goto('/en/dashboard/team/tree?at=ivan&cursor=x');
  expect((await shownNames(page)).slice(0, 2)).toEqual(['ivan', 'kid01']);
});
