import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { CAST } from '#server/operator/seed/cast.ts';
import { addDays } from '#domain/days.ts';
import { isoDay } from '#i18n/format.ts';
import { translator } from '#i18n/translator.ts';
import { openVisitors } from '../support/browser/browser.ts';
import { everyday } from '../support/everyday.ts';
import { openStage, signIn } from '../support/app/stage.ts';
import { idOf, join } from '../server/members/team/crowded-services.ts';
import { holdUp } from './hold-up.ts';
import { awake, newestFirst, oldestFirst, shownRows, sixty } from './sixty.ts';

const site = await openStage({ people: [...CAST, ...sixty] });
const visit = await openVisitors(site.origin);
const t = translator('en');
/** As in `sixty`. */
const nameIn = (username: string) => `member ${Number(username.slice(-2))}`;
const isInactive = (username: string) => Number(username.slice(-2)) % 3 === 0;
const WAYS = [{ javaScriptEnabled: false }, { javaScriptEnabled: true }] as const;

async function openTeam(query = '', username = 'ivan', options = {}): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, username);
  await page.goto(`/en/dashboard/team${query}`);
  return page;
}

/** Opens the team page without hydration until the returned function is called. */
async function openSleepingTeam(): Promise<[Page, () => void]> {
  const page = await visit();
  const letScriptsCome = await holdUp(page, '**/_astro/team-screen*.js');
  await signIn(page, site, 'ivan');
  await page.goto('/en/dashboard/team', { waitUntil: 'domcontentloaded' });
  return [page, letScriptsCome];
}

async function chooseStatus(page: Page, status: 'gold_director' | 'platinum_manager') {
  await page.getByLabel(t('team:filters.status'), { exact: true }).first().click();
  const name = t(`common:career_status.${status}`);
  await page.getByRole('option', { name, exact: true }).filter({ visible: true }).click();
  return page.keyboard.press('Escape');
}

/** Head of a column that sorts. */
function headOf(page: Page, name: string) {
  const cell = page.getByRole('columnheader', { name, exact: true });
  return { link: cell.getByRole('link'), order: () => cell.getAttribute('aria-sort') };
}

const isOfListRoute = /\/api\/team\/\?/;
const isOfList = (address: string) => isOfListRoute.test(address);

/** Presses “show more” to the end. Without a script each page replaces the rows; with one, rows are added. */
async function collect(page: Page): Promise<string[]> {
  const more = page.getByRole('link', { name: t('team:list.show_more') });
  let last = await shownRows(page);
  const all = [...last];
  while ((await more.count()) > 0) {
    const before = last;
    await more.click();
    await page.waitForLoadState();
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
    for (const index of everyday([2, 5], [0, 1, 2, 3, 5, 6, 7])) {
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
    await page.locator('select[name=status]').selectOption('gold_director');
    await page.getByLabel(t('team:filters.line'), { exact: true }).selectOption('1');
    const apply = page.locator('details').getByRole('button', { name: t('team:filters.apply') });
    if (way.javaScriptEnabled) expect(await apply.count()).toBe(0);
    else await apply.click();
    await expect.poll(() => shownRows(page)).toEqual(['member00']);
    expect(page.url()).toMatch(/line=1/);
    expect(page.url()).toMatch(/status=gold_director/);
  });

  test('the order and back to the one before', async () => {
    const page = await openTeam('?active=no&line=2', 'ivan', way);
    const inactive = oldestFirst.slice(12, 24).filter((_, index) => index % 3 === 0);
    const registered = headOf(page, t('team:member.registered'));
    await registered.link.click();
    await expect.poll(() => shownRows(page)).toEqual(inactive);
    expect(await registered.order()).toBe('ascending');
    await page.goBack();
    await expect.poll(() => shownRows(page)).toEqual(inactive.toReversed());
    expect(await registered.order()).toBe('descending');
  });

  test('every head sorts, the largest team and the inactive first', async () => {
    const page = await openTeam('?line=1', 'ivan', way);
    const heads = page.getByRole('columnheader');
    expect(await heads.getByRole('link').count()).toBe(await heads.count());
    const inTeam = headOf(page, t('team:columns.in_team'));
    await inTeam.link.click();
    await expect.poll(inTeam.order).toBe('descending');
    await inTeam.link.click();
    await expect.poll(inTeam.order).toBe('ascending');
    const name = headOf(page, t('team:columns.user'));
    await name.link.click();
    const byName = oldestFirst.slice(0, 12).toSorted((a, b) => nameIn(a).localeCompare(nameIn(b), 'en'));
    await expect.poll(() => shownRows(page)).toEqual(byName);
    const info = headOf(page, t('team:columns.info'));
    await info.link.click();
    await expect
      .poll(() => shownRows(page))
      .toEqual(
        [...oldestFirst.slice(0, 12)]
          .filter(isInactive)
          .concat(oldestFirst.slice(0, 12).filter((one) => !isInactive(one))),
      );
  });

  test('the rows are downloaded as they are filtered and ordered', async () => {
    const page = await openTeam('?active=no&line=2&sort=oldest', 'ivan', way);
    const link = page.getByRole('link', { name: t('finance:history.csv') });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const text = await readFile(await download.path(), 'utf8');
    expect(text.match(/member\d\d/g)).toEqual(oldestFirst.slice(12, 24).filter((_, index) => index % 3 === 0));
  });

  test('a search finds names and usernames, and may find nobody', async () => {
    const page = await openTeam('', 'ivan', way);
    const field = page.getByLabel(t('team:filters.search'));
    await field.fill('EMBER 4');
    await field.press('Enter');
    await expect.poll(() => shownRows(page)).toEqual(newestFirst.filter((name) => /4/.test(name)));
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

test('a period of registration is chosen with one press, and no day to come is offered', async () => {
  const page = await openTeam();
  const until = page.locator('[name=registered_to]');
  const today = isoDay(new Date(), 'Europe/Moscow');
  expect(await until.getAttribute('max')).toBe(today);
  await page.getByText(t('team:filters.title'), { exact: true }).click();
  const [first, ...others] = await page.locator('.fields > :not(:last-child)').evaluateAll((fields) =>
    fields.map((field) => {
      const { fontSize, fontWeight } = getComputedStyle(field.querySelector('label, legend')!);
      return [field.clientWidth, fontSize, fontWeight].join(' ');
    }),
  );
  expect(others).toEqual([first, first, first]);
  await page.getByRole('button', { name: new RegExp(`^${t('team:filters.registered')}`) }).click();
  await page.getByRole('button', { name: t('common:presets.week'), exact: true }).click();
  await page.waitForURL(`**/team?*registered_from=${addDays(today, -6)}&registered_to=${today}`);
  await until.waitFor({ state: 'hidden' });
});

test('several statuses are chosen at once, and back takes the last one out', async () => {
  const page = await openTeam();
  await page.getByText(t('team:filters.title'), { exact: true }).click();
  const field = page.getByRole('combobox', { name: t('team:filters.status') });
  await chooseStatus(page, 'platinum_manager');
  await page.locator('.empty').getByText(t('common:nothing_found')).waitFor();
  expect(page.url()).toMatch(/status=platinum_manager/);
  await chooseStatus(page, 'gold_director');
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
  page.on('request', (request) => isOfList(request.url()) && asked.push(request.url()));
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
  await expect.poll(() => page.locator('#members [role=status]').textContent()).toBe(`${t('team:list.found')} 10`);
  await page.goBack();
  await expect.poll(() => shownRows(page)).toEqual(newestFirst.slice(0, 25));
  expect(await field.inputValue()).toBe('');
});

test('what is typed before the list has come alive is answered when it has, and asked for once', async () => {
  const [page, letScriptsCome] = await openSleepingTeam();
  const asked: string[] = [];
  page.on('request', (request) => isOfList(request.url()) && asked.push(new URL(request.url()).search));
  const field = page.getByLabel(t('team:filters.search'));
  await field.pressSequentially('ember 4');
  letScriptsCome();
  await expect.poll(() => shownRows(page)).toEqual(newestFirst.filter((name) => /4/.test(name)));
  await expect.poll(() => page.url()).toMatch(/search=ember\+4$/);
  expect(await field.inputValue()).toBe('ember 4');
  expect(asked).toEqual(['?search=ember+4&limit=25']);
});

test('rows that are here answer a key while the list sleeps, and none stays hidden when it has come alive', async () => {
  const [page, letScriptsCome] = await openSleepingTeam();
  const field = page.getByLabel(t('team:filters.search'));
  const firstPage = newestFirst.slice(0, 25);
  await field.pressSequentially('ember 4');
  await expect.poll(() => shownRows(page)).toEqual(firstPage.filter((name) => /4/.test(name)));
  await field.fill('member 45 @member45');
  expect(await shownRows(page)).toEqual(['member45']);
  letScriptsCome();
  await awake(page);
  await expect.poll(() => page.url()).toMatch(/search=/);
  await field.fill('');
  await expect.poll(() => shownRows(page)).toEqual(firstPage);
});

test('on a slow line a press takes the plain way at once, unless there is none', async () => {
  const page = await visit({ isNew: true });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: false, effectiveType: '3g' } });
    const wait = setTimeout;
    // Nothing that waits for a second or more ever happens.
    window.setTimeout = ((act: () => void, ms = 0) => (ms < 1000 ? wait(act, ms) : 0)) as typeof setTimeout;
  });
  const letScriptsCome = await holdUp(page, '**/_astro/team-screen*.js');
  await signIn(page, site, 'ivan');
  await page.goto('/en/dashboard/team');
  const copy = page.getByRole('button', { name: t('team:invite.copy') });
  await copy.click();
  await page.locator('tbody .user').first().click();
  await page.waitForURL('**/dashboard/team/*');

  await page.goBack();
  await copy.click();
  letScriptsCome();
  await page.getByText(t('common:frame.copied')).first().waitFor();
});

test('rows that are here answer a key before the whole team has', async () => {
  const page = await openTeam();
  await awake(page);
  const letAnswersCome = await holdUp(page, isOfListRoute);
  await page.getByLabel(t('team:filters.search')).fill('ember 4');
  await expect.poll(() => shownRows(page)).toEqual(newestFirst.slice(0, 25).filter((name) => /4/.test(name)));
  letAnswersCome();
  await expect.poll(() => shownRows(page)).toEqual(newestFirst.filter((name) => /4/.test(name)));
});

test('an answer that comes late never takes the place of a newer one', async () => {
  const page = await openTeam();
  await awake(page);
  const letFirstCome = await holdUp(page, /\/api\/team\/\?.*search=member1&/);
  const field = page.getByLabel(t('team:filters.search'));
  const first = page.waitForResponse(/search=member1&/);
  await field.fill('member1');
  await expect.poll(() => page.url()).toMatch(/search=member1$/);
  await field.fill('member2');
  const wanted = newestFirst.filter((name) => name.startsWith('member2'));
  await expect.poll(() => shownRows(page)).toEqual(wanted);
  letFirstCome();
  await (await first).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await shownRows(page)).toEqual(wanted);
  expect(page.url()).toMatch(/search=member2$/);
});

test('show more adds rows below those that are there, and the focus goes to the first of them', async () => {
  const page = await openTeam();
  await page.getByLabel(t('team:filters.search')).pressSequentially('member');
  await expect.poll(() => page.url()).toMatch(/search=member$/);
  for (const count of [50, 60]) {
    await page.getByRole('link', { name: t('team:list.show_more') }).click();
    await expect.poll(() => shownRows(page)).toEqual(newestFirst.slice(0, count));
    const focused = () => page.evaluate(() => document.activeElement?.querySelector('small')?.textContent);
    await expect.poll(focused).toBe(`@${newestFirst[count === 50 ? 25 : 50]}`);
  }
  await page.locator('.card-foot').getByText('60').waitFor();
});

test.each(WAYS)(
  'fifty rows are fifty rows after a card and back, and after a reload; scripts: $javaScriptEnabled',
  async (way) => {
    const page = await openTeam('', 'ivan', way);
    if (way.javaScriptEnabled) await awake(page);
    await page.getByRole('link', { name: t('team:list.show_more') }).click();
    await expect.poll(() => shownRows(page)).toEqual(newestFirst.slice(0, 50));
    await page.getByRole('link', { name: `@${newestFirst[40]}` }).scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => Math.round(scrollY));
    await page.getByRole('link', { name: `@${newestFirst[40]}` }).click();
    await page.waitForURL(`**/team/${newestFirst[40]}`);
    await page.goBack();
    await page.waitForURL(/shown=50/);
    await expect.poll(() => shownRows(page)).toEqual(newestFirst.slice(0, 50));
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(before);
    await page.reload();
    expect(await shownRows(page)).toEqual(newestFirst.slice(0, 50));
  },
);

test('an address may ask for as many rows as it likes: the list stays bounded', async () => {
  const page = await openTeam('?shown=1000');
  expect(await shownRows(page)).toEqual(newestFirst);
  await page.goto('/en/dashboard/team?shown=x');
  expect(await shownRows(page)).toEqual(newestFirst.slice(0, 25));
});

test('back from a member’s page leads to the rows that were left, and further back works still', async () => {
  const page = await openTeam();
  await awake(page);
  await headOf(page, t('team:columns.line')).link.click();
  await expect.poll(() => page.url()).toMatch(/sort=line/);
  await page.goto('/en/dashboard/team/member03');
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
  await page.route(isOfListRoute, (route) => route.abort());
  await field.fill('member59');
  await page.getByText(t('team:list.broken')).waitFor();
  expect(await field.inputValue()).toBe('member59');
  expect(await shownRows(page)).toHaveLength(25);
  await page.unroute(isOfListRoute);
  await page.getByRole('button', { name: t('team:list.again') }).click();
  await expect.poll(() => shownRows(page)).toEqual(['member59']);
  expect(await page.getByText(t('team:list.broken')).count()).toBe(0);
});

test('what the server finds wrong is said at its field, and goes with it', async () => {
  const page = await openTeam('?line=x&active=no', 'ivan', { expects: /^422 / });
  await awake(page);
  await page.locator('#line-errors').waitFor();
  const line = page.getByLabel(t('team:filters.line'), { exact: true });
  expect(await line.getAttribute('aria-describedby')).toBe('line-errors');
  await line.selectOption('2');
  const wanted = newestFirst.slice(36, 48).filter((_, index) => (23 - index) % 3 === 0);
  await expect.poll(() => shownRows(page)).toEqual(wanted);
  expect(await page.locator('#line-errors').count()).toBe(0);
});

test('the closed filters say how many of them are set', async () => {
  const page = await openTeam();
  await awake(page);
  await page.getByRole('link', { name: t('team:totals.inactive_first_line') }).click();
  await expect.poll(() => page.locator('.filters summary').textContent()).toMatch(/ 2$/);
  expect(await page.getByLabel(t('team:filters.line'), { exact: true }).inputValue()).toBe('1');
});

test('the order is changed by keyboard without losing one’s place', async () => {
  const page = await openTeam();
  await awake(page);
  const { link, order } = headOf(page, t('team:columns.line'));
  await link.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => shownRows(page)).toEqual(oldestFirst.slice(0, 25));
  expect(await order()).toBe('ascending');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  expect(await focused()).toBe(t('team:columns.line'));
  await page.keyboard.press('Enter');
  await expect.poll(() => shownRows(page)).toEqual(newestFirst.slice(0, 25));
  expect(await order()).toBe('descending');
  expect(await focused()).toBe(t('team:columns.line'));
  const back = page.locator('#languages input[name=back]');
  await expect.poll(() => back.inputValue()).toMatch(/sort=deepest$/);
});

test('on a phone, where rows are cards, the order is a choice above them', async () => {
  const page = await openTeam();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await headOf(page, t('team:columns.line')).link.count()).toBe(0);
  await page.getByRole('link', { name: t('team:sort.deepest') }).click();
  await expect.poll(() => page.url()).toMatch(/sort=deepest$/);
  await page.getByRole('link', { name: t('team:sort.oldest') }).click();
  await expect.poll(() => shownRows(page)).toEqual(oldestFirst.slice(0, 25));
});

test('who joins waits above the rows until they are asked for, and fills an empty list at once', async () => {
  const page = await openTeam('', 'jonas');
  const jonas = await idOf(site.services, 'jonas');
  const joined = [await join(site.services, jonas)];
  await expect.poll(() => shownRows(page), { timeout: 15_000 }).toEqual(joined);
  const bar = (count: number) =>
    page.getByRole('button', { name: t('team:list.new', { count, number: count }), exact: true });
  for (const count of [1, 2]) {
    joined.unshift(await join(site.services, jonas));
    await bar(count).waitFor();
    expect(await shownRows(page)).toEqual(joined.slice(count));
  }
  await bar(2).press('Enter');
  await expect.poll(() => shownRows(page)).toEqual(joined);
  expect(await bar(2).count()).toBe(0);
  const focused = () => page.evaluate(() => document.activeElement?.querySelector('small')?.textContent);
  expect(await focused()).toBe(`@${joined[0]}`);

  for (let more = 0; more < 25; more += 1) joined.unshift(await join(site.services, jonas));
  await page.reload();
  await awake(page);
  joined.unshift(await join(site.services, jonas));
  await bar(1).waitFor();
  await page.getByRole('link', { name: t('team:list.show_more') }).click();
  await expect.poll(() => shownRows(page)).toEqual(joined.slice(1));
  await bar(1).click();
  await expect.poll(() => shownRows(page)).toEqual(joined);

  await page.getByLabel(t('team:filters.search')).fill(joined[0]!);
  await expect.poll(() => shownRows(page)).toEqual(joined.slice(0, 1));
  const answered = page.waitForResponse(isOfListRoute);
  await join(site.services, jonas);
  await (await answered).finished();
  await expect.poll(() => page.locator('.totals b').first().textContent()).toBe(String(joined.length + 1));
  expect(await page.getByRole('button', { name: /new member/ }).count()).toBe(0);
});
