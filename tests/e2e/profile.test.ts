import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { CAST, type Person } from '#server/operator/seed/cast.ts';
import { memberPins, members } from '#server/db/schema/index.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { memberOf, openStage, signIn } from '../support/app/stage.ts';
import { barriersOn } from './barriers.ts';
import { countLoads, see } from './forms.ts';

/** Twelve people below Ivan, each registered a day before the previous one; every third is inactive. */
const team: Person[] = Array.from({ length: 12 }, (_, index) => ({
  ...CAST[2]!,
  username: `newcomer${String(index).padStart(2, '0')}`,
  name: index === 0 ? '' : `Newcomer ${index}`,
  inviter: index === 5 ? 'newcomer06' : 'ivan',
  active: index % 3 !== 0,
  registeredDaysAgo: 2 + index,
}));
const silver: Person = { ...CAST[2]!, username: 'silva', careerStatus: 'silver_international_director' };
const site = await openStage({ people: [...CAST, silver, ...team] });
const visit = await openVisitors(site.origin);
const t = translator('en');

async function openProfile(username: string, options: object = { walks: username }): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, username);
  await page.goto('/en/dashboard/profile');
  return page;
}

function part(page: Page, heading: string): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { name: heading, exact: true }) });
}

const inMoscow = (time: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow', ...options }).format(time);

describe('last registrations', () => {
  const rowsOf = (page: Page) => part(page, t('profile:registrations.title')).getByRole('listitem');

  test('are the ten newest of the whole team, newest first', async () => {
    const page = await openProfile('ivan', PHONE);
    const names = await rowsOf(page).locator('small').filter({ hasText: '@' }).allTextContents();
    expect(names).toEqual(team.slice(0, 10).map(({ username }) => `@${username}`));
  });

  test('say who is active, and when they registered by the clock of Moscow', async () => {
    const page = await openProfile('ivan');
    for (const [index, { username, active }] of team.slice(0, 3).entries()) {
      const row = rowsOf(page).nth(index);
      const { registeredAt } = await memberOf(site, username);
      const date = inMoscow(registeredAt, { day: '2-digit', month: '2-digit', year: 'numeric' });
      const time = inMoscow(registeredAt, { hour: '2-digit', minute: '2-digit' });
      expect(await row.locator('time').textContent()).toBe(`${date} ${time}`);
      await row.getByText(active ? t('common:active') : t('common:not_active'), { exact: true }).waitFor();
    }
  });

  test('show a person by the username where there is no name', async () => {
    const page = await openProfile('ivan');
    expect(await rowsOf(page).first().locator('b').textContent()).toBe('newcomer00');
    expect(await rowsOf(page).nth(1).locator('b').textContent()).toBe('Newcomer 1');
  });

  test('are an inviting nothing for who has no team', async () => {
    const page = await openProfile('jonas');
    const registrations = part(page, t('profile:registrations.title'));
    await registrations.getByText(t('common:nothing_here'), { exact: true }).waitFor();
    await registrations.getByText(t('profile:registrations.empty')).waitFor();
    await registrations.getByRole('link', { name: t('profile:first_steps.link') }).click();
    expect(page.url()).toContain('#invite');
  });
});

describe('the career status', () => {
  test.each([
    ['anna', 'regional_director', 'default', 3],
    ['priya', 'gold_director', 'gold', 2],
    ['silva', 'silver_international_director', 'silver', 4],
    ['marie', 'none', 'default', 1],
    ['root', 'platinum_manager', 'platinum', 5],
  ] as const)('of %s is a %s with its own look', async (username, status, tier, step) => {
    const page = await openProfile(username);
    const rank = page.locator('.hero .rank');
    expect(await rank.textContent()).toBe(t(`common:career_status.${status}`));
    expect(await rank.getAttribute('data-tier')).toBe(tier);
    expect(await rank.locator('use').getAttribute('href')).toMatch(new RegExp(`[#-]status${step}$`));
    const ladder = page.getByRole('list', { name: t('profile:career_status') }).getByRole('listitem');
    expect(await ladder.count()).toBe(5);
    expect(await ladder.nth(step - 1).getAttribute('aria-current')).toBe('step');
  });

  test.each([
    ['anna', '#97b2ff'],
    ['silva', '#e0e0e0'],
    ['priya', '#f1b64a'],
    ['root', '#efdfde'],
  ])('of %s has the colour %s of the specification', async (username, colour) => {
    const icon = (await openProfile(username)).locator('.hero .rank .icon');
    const shown = await icon.evaluate((element) => getComputedStyle(element).backgroundColor.match(/\d+/g));
    expect(`#${shown?.map((value) => Number(value).toString(16)).join('')}`).toBe(colour);
  });
});

describe('the first steps', () => {
  const stepsOf = (page: Page) => part(page, t('profile:first_steps.title'));
  const count = (done: number) => t('profile:first_steps.count', { done, all: 5 });

  test.each([
    ['newcomer09', true],
    ['newcomer03', false],
  ])('lead %s to what is missing, and stay hidden once dismissed (JavaScript: %s)', async (username, hasScripts) => {
    const page = await openProfile(username, { ...PHONE, javaScriptEnabled: hasScripts });
    const steps = stepsOf(page);
    await steps.getByText(count(0)).waitFor();
    const links = await steps.getByRole('link').all();
    const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
    expect(addresses).toEqual([
      '/en/dashboard/settings',
      '/en/dashboard/licenses',
      '/en/dashboard/finance/pin',
      '/en/dashboard/settings/security/second-factor',
      '#invite',
    ]);
    const loads = countLoads(page);
    await steps.getByRole('button', { name: t('profile:first_steps.hide') }).click();
    await see(page, t('profile:first_steps.hidden'));
    expect(await steps.count()).toBe(0);
    expect(loads()).toBe(hasScripts ? 0 : 1);
    await page.goto('/en/dashboard/profile');
    expect(await steps.count()).toBe(0);
  });

  test('tick off in place when the page is looked at again, and go when dismissed elsewhere', async () => {
    const page = await openProfile('newcomer06', {});
    const steps = stepsOf(page);
    await steps.getByText(count(1)).waitFor();
    expect(await barriersOn(page)).toEqual([]);
    const loads = countLoads(page);
    const { id } = await memberOf(site, 'newcomer06');
    const lookAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await site.services.db.insert(memberPins).values({ memberId: id, pinHash: '', setAt: new Date() });
    await lookAgain();
    await steps.getByText(count(2)).waitFor();
    expect(await steps.getByRole('link', { name: t('settings:security.pin') }).count()).toBe(0);
    await site.services.db.update(members).set({ firstStepsDismissedAt: new Date() }).where(eq(members.id, id));
    await lookAgain();
    await steps.waitFor({ state: 'detached' });
    expect(loads()).toBe(0);
  });

  test('are folded for who has a place', async () => {
    const steps = stepsOf(await openProfile('newcomer01', {}));
    await steps.getByText(count(1)).waitFor();
    expect(await steps.getByRole('button').isVisible()).toBe(false);
  });
});

describe('a member', () => {
  test.each([
    ['anna', t('common:active')],
    ['marie', t('common:not_active')],
  ])('%s reads whether they are active, and how to be', async (username, words) => {
    const page = await openProfile(username);
    expect(await page.locator('.hero .badge').textContent()).toBe(words);
    const way = page.locator('.hero').getByRole('link', { name: t('team:missing.licence') });
    expect(await way.count()).toBe(username === 'anna' ? 0 : 1);
    if (await way.count()) expect(await way.getAttribute('href')).toBe('/en/dashboard/licenses');
  });

  test('finds their own name in their own script, on a phone too', async () => {
    const page = await openProfile('priya', PHONE);
    await page.getByRole('heading', { level: 2, name: 'பிரியா ராமநாதன்' }).waitFor();
    const { registeredAt } = await memberOf(site, 'priya');
    const since = inMoscow(registeredAt, { day: '2-digit', month: '2-digit', year: 'numeric' });
    expect(await page.locator('.hero time').textContent()).toBe(since);
  });

  test('sees who invited them', async () => {
    const inviter = part(await openProfile('priya'), t('profile:inviter.title'));
    await inviter.getByText('Анна Северянина').waitFor();
    await inviter.getByText('@anna').waitFor();
    await inviter.getByText(t('common:career_status.regional_director')).waitFor();
  });

  test('finds the inviter right under the feed on a wide screen', async () => {
    const page = await openProfile('priya');
    const boxOf = async (heading: string) => (await part(page, heading).boundingBox())!;
    const [feed, inviter] = [await boxOf(t('profile:feed.title')), await boxOf(t('profile:inviter.title'))];
    expect(inviter.x).toBe(feed.x);
    expect(inviter.y - (feed.y + feed.height)).toBeLessThan(40);
  });

  test('at the top of the structure was invited by nobody', async () => {
    const inviter = part(await openProfile('root'), t('profile:inviter.title'));
    await inviter.getByText(t('profile:inviter.empty')).waitFor();
  });

  test('opens their own partner page and sees it as guests do', async () => {
    const page = await openProfile('anna');
    await page.getByRole('link', { name: t('profile:open_site') }).click();
    await see(page, t('partner:heading', { name: 'Анна Северянина', product: 'Atrium' }));
    expect(new URL(page.url()).pathname).toBe('/en/partnerlink/anna');
  });

  test('copies their link, and reads for a moment that it is copied', async () => {
    const page = await visit({ isNew: true });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.clock.install();
    await signIn(page, site, 'anna');
    await page.goto('/en/dashboard/profile');
    await page.clock.pauseAt(Date.now() + 60_000);
    const button = page.getByRole('button', { name: t('profile:copy_link') });
    const label = button.getByText(t('common:frame.copied'), { exact: true });
    const isShown = () => label.evaluate((element) => getComputedStyle(element).opacity === '1');
    expect(await isShown()).toBe(false);
    await button.click();
    await expect.poll(isShown).toBe(true);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.origin}/en/partnerlink/anna`);
    await page.getByRole('status').getByText(t('common:frame.copied')).waitFor();
    await page.clock.runFor(349);
    expect(await isShown()).toBe(true);
    await page.clock.runFor(1);
    await expect.poll(isShown).toBe(false);
    expect(await page.getByRole('status').getByText(t('common:frame.copied')).count()).toBe(0);
  });

  test('is given their link to copy by hand where a page may not copy', async () => {
    const page = await visit();
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'clipboard'));
    await signIn(page, site, 'anna');
    await page.goto('/en/dashboard/profile');
    const asked = page.waitForEvent('dialog');
    const clicked = page.getByRole('button', { name: t('profile:copy_link') }).click();
    const dialog = await asked;
    expect(dialog.message()).toBe(t('common:frame.copy_by_hand'));
    expect(dialog.defaultValue()).toBe(`${site.origin}/en/partnerlink/anna`);
    await dialog.dismiss();
    await clicked;
    expect(await page.getByRole('status').getByText(t('common:frame.copied')).count()).toBe(0);
  });

  test('finds no news yet', async () => {
    const feed = part(await openProfile('anna'), t('profile:feed.title'));
    await feed.getByText(t('common:nothing_here'), { exact: true }).waitFor();
  });
});
