import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { WANTED_EMAILS } from '#domain/notices.ts';
import { path } from '#domain/paths.ts';
import { formatDate } from '#i18n/format.ts';
import { translator } from '#i18n/translator.ts';
import { CAST, type Person } from '#server/operator/seed/cast.ts';
import { addSeconds } from '#server/base/clock.ts';
import { notices } from '#server/db/schema/index.ts';
import { notify } from '#server/members/notices/index.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { isLong } from '../support/everyday.ts';
import { giveAnswer, giveQuestion } from '../support/people/questions.ts';
import { SEEN_LANGUAGES } from '../support/browser/seen-languages.ts';
import { memberOf, openStage, signIn } from '../support/app/stage.ts';
import { giveNotices } from '../server/members/notices/received.ts';
import { barriersOn } from './barriers.ts';
import { countLoads, field, notSee, press, see, send } from './forms.ts';
import { holdUp } from './hold-up.ts';

/** Members, one per test. */
const PEOPLE = [
  'script',
  'plain',
  'ahead',
  'pages',
  'many',
  'keys',
  'tabs',
  'leads',
  'chooses',
  'picks',
  'cut',
  'quick',
  'never',
  'early',
  'nobody',
  'narrow',
  'panel',
  'broken',
  'lives',
  'grows',
  'marks',
  'days',
  'plaindays',
];
const people = PEOPLE.map((username): Person => ({ ...CAST[2]!, username, name: username }));
const site = await openStage({ people: [...CAST, ...people], money: true });
const visit = await openVisitors(site.origin);
const t = translator('en');
const { services } = site;

async function openAs(username: string, address: string, options = {}): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, username);
  await page.goto(address);
  return page;
}

/** A link to the page until it is hydrated, then a button. */
const noticesButton = (page: Page, name: string) => {
  const [header, options] = [page.getByRole('banner'), { name, exact: true }];
  return header.getByRole('link', options).or(header.getByRole('button', options));
};
const panel = (page: Page) => page.getByRole('dialog', { name: t('notices:title') });
const unreadWords = (count: number) => t('notices:button_unread', { count });
const unseenOf = async (username: string) =>
  services.db.$count(notices, and(eq(notices.memberId, (await memberOf(site, username)).id), isNull(notices.seenAt)));

describe('the list of notices', () => {
  test.each([
    ['script', {}],
    ['plain', { ...PHONE, javaScriptEnabled: false }],
  ])('of %s counts what is new, and is quiet once it has been read', async (username, options) => {
    await giveNotices(services, username, 3);
    const page = await openAs(username, '/en/dashboard/profile', options);
    expect(await noticesButton(page, unreadWords(3)).getAttribute('data-count')).toBe('3');
    await noticesButton(page, unreadWords(3)).click();
    if (username === 'script') {
      await panel(page).getByRole('listitem').first().waitFor();
      await panel(page)
        .getByRole('link', { name: t('notices:see_all') })
        .click();
    }
    await page.waitForURL('**/dashboard/notices');
    expect(await page.getByText(t('notices:unread'), { exact: true }).count()).toBe(3);
    expect(await noticesButton(page, t('notices:button')).getAttribute('data-count')).toBeNull();
    expect(await unseenOf(username)).toBe(0);
    await page.reload();
    await page.getByText(t('notices:kinds.accrual_posted', { amount: '3.00' })).waitFor();
    await notSee(page, t('notices:unread'));
  });

  test('is reached and rung by keys', async () => {
    await giveNotices(services, 'keys', 1);
    const page = await openAs('keys', '/en/dashboard/team');
    await noticesButton(page, unreadWords(1)).focus();
    await page.getByRole('button', { expanded: false, name: unreadWords(1) }).waitFor();
    await page.keyboard.press('Space');
    await panel(page)
      .getByRole('link', { name: t('notices:kinds.accrual_posted', { amount: '1.00' }) })
      .waitFor();
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain('1');
  });

  test('closes when the focus goes past the panel', async () => {
    const page = await openAs('tabs', '/en/dashboard/team');
    await noticesButton(page, t('notices:button')).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => panel(page).evaluate((one) => one === document.activeElement)).toBe(true);
    await panel(page)
      .getByRole('link', { name: t('notices:see_all') })
      .focus();
    await page.keyboard.press('Tab');
    await panel(page).waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  });

  test('opens the last five over the page, and they are marked as read there', async () => {
    await giveNotices(services, 'panel', 7);
    const page = await openAs('panel', '/en/dashboard/team');
    const loads = countLoads(page);
    await noticesButton(page, unreadWords(7)).click();
    const rows = panel(page).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(5);
    expect(await barriersOn(page)).toEqual([]);
    await panel(page)
      .getByRole('button', { name: t('notices:mark_all') })
      .click();
    await see(page, t('notices:all_read'));
    await notSee(page, t('notices:unread'));
    expect(await noticesButton(page, t('notices:button')).getAttribute('data-count')).toBeNull();
    expect(await unseenOf('panel')).toBe(0);
    await noticesButton(page, t('notices:button')).click();
    await panel(page).waitFor({ state: 'hidden' });
    expect([loads(), new URL(page.url()).pathname]).toEqual([0, '/en/dashboard/team']);
  });

  test('counts again what could not be marked', async () => {
    await giveNotices(services, 'broken', 2);
    const page = await openAs('broken', '/en/dashboard/profile', { expects: /did not come through|ERR_FAILED/ });
    await page.route('**/api/notices/read/', (route) => route.abort());
    await noticesButton(page, unreadWords(2)).click();
    await press(page, t('notices:mark_all'));
    await see(page, t('common:line_broken'));
    await noticesButton(page, unreadWords(2)).waitFor();
  });

  test('counts what happens while somebody looks at the page', async () => {
    const page = await openAs('lives', '/en/dashboard/team');
    await noticesButton(page, t('notices:button')).waitFor();
    await giveNotices(services, 'lives', 1);
    await noticesButton(page, unreadWords(1)).waitFor();
  });

  test('counts no further than 99', async () => {
    await giveNotices(services, 'many', 130);
    const page = await openAs('many', '/en/dashboard/profile', { javaScriptEnabled: false });
    const bell = page.getByRole('banner').getByRole('link', { name: t('notices:button_over', { max: 99 }) });
    expect(await bell.getAttribute('data-count')).toBe('99+');
    expect(await bell.getAttribute('aria-haspopup')).toBeNull();
    await page.goto('/en/dashboard/notices');
    expect(await unseenOf('many')).toBe(110);
    await send(page, t('notices:mark_all'));
    await see(page, t('notices:all_read'));
    expect(await unseenOf('many')).toBe(0);
    await noticesButton(page, t('notices:button')).waitFor();
    await page.reload();
    expect(await page.getByRole('button', { name: t('notices:mark_all') }).count()).toBe(0);
  });

  test.each(SEEN_LANGUAGES)('fits beside the rest at 320 px in $name', async ({ segment }) => {
    const page = await visit({ ...PHONE, viewport: { width: 320, height: 640 } });
    await signIn(page, site, 'narrow');
    if ((await unseenOf('narrow')) === 0) await giveNotices(services, 'narrow', 120);
    await page.goto(path(segment, 'profile'));
    const header = page.locator('.header');
    expect((await header.boundingBox())?.height).toBeLessThanOrEqual(60);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});

describe('the notices', () => {
  test('stay unread when a browser only looks ahead', async () => {
    await giveNotices(services, 'ahead', 2);
    const page = await visit({ javaScriptEnabled: false });
    await signIn(page, site, 'ahead');
    const ahead = await page.request.get('/en/dashboard/notices', { headers: { 'sec-purpose': 'prefetch' } });
    expect(ahead.status()).toBe(200);
    expect((await page.request.head('/en/dashboard/notices')).status()).toBe(200);
    expect(await unseenOf('ahead')).toBe(2);
  });

  test('are turned a page at a time; only what is shown is read', async () => {
    await giveNotices(services, 'pages', 25);
    const page = await openAs('pages', '/en/dashboard/notices', { javaScriptEnabled: false });
    const shown = () => page.locator('main li a').allTextContents();
    const first = await shown();
    await noticesButton(page, unreadWords(5)).waitFor();
    await page.getByRole('link', { name: t('finance:history.show_more') }).click();
    await page.waitForURL(/cursor=/);
    const second = await shown();
    expect([first.length, second.length, new Set([...first, ...second]).size]).toEqual([20, 5, 25]);
    expect(await unseenOf('pages')).toBe(0);
    await page.getByRole('link', { name: t('finance:history.newest') }).click();
    await page.waitForURL('**/dashboard/notices');
    await page.goto('/en/dashboard/notices?cursor=x');
    expect(await shown()).toEqual(first);
  });

  test('grow below in place, and are there again after Back; what came is read', async () => {
    await giveNotices(services, 'grows', 25);
    const page = await openAs('grows', '/en/dashboard/notices');
    const loads = countLoads(page);
    const shown = () => page.locator('main li a').allTextContents();
    const first = await shown();
    await page.getByRole('link', { name: t('finance:history.show_more') }).click();
    await expect.poll(shown).toHaveLength(25);
    const all = await shown();
    expect(all.slice(0, 20)).toEqual(first);
    await noticesButton(page, t('notices:button')).waitFor();
    expect([loads(), await unseenOf('grows')]).toEqual([0, 0]);
    await page.locator('main li a').nth(22).click();
    await page.waitForURL('**/dashboard/finance');
    await page.goBack();
    await expect.poll(shown).toEqual(all);
  });

  test('are marked as read in place', async () => {
    await giveNotices(services, 'marks', 30);
    const page = await openAs('marks', '/en/dashboard/notices');
    const loads = countLoads(page);
    await noticesButton(page, unreadWords(10)).waitFor();
    await press(page, t('notices:mark_all'));
    await see(page, t('notices:all_read'));
    await notSee(page, t('notices:unread'));
    await noticesButton(page, t('notices:button')).waitFor();
    expect([loads(), await unseenOf('marks')]).toEqual([0, 0]);
  });

  test.each([true, false])('stand below their day, and can be narrowed to the new ones, scripts: %s', async (has) => {
    const username = has ? 'days' : 'plaindays';
    await giveNotices(services, username, 3);
    const { id } = await memberOf(site, username);
    const hours = [0, 24, 24 * 9];
    const rows = await services.db.select().from(notices).where(eq(notices.memberId, id)).orderBy(desc(notices.id));
    for (const [index, row] of rows.entries()) {
      const at = addSeconds(services.clock.now(), -hours[index]! * 3_600);
      const seenAt = index === 0 ? null : at;
      await services.db.update(notices).set({ at, seenAt }).where(eq(notices.id, row.id));
    }
    const page = await openAs(username, '/en/dashboard/notices', { javaScriptEnabled: has });
    const loads = countLoads(page);
    const days = () => page.locator('main li h2').allTextContents();
    const old = formatDate(addSeconds(services.clock.now(), -hours[2]! * 3_600), services.config.timeZone);
    expect(await days()).toEqual([t('common:presets.today'), t('notices:yesterday'), old]);
    const tabs = page.getByRole('navigation', { name: t('notices:title') });
    await tabs.getByRole('link', { name: t('notices:only_unread') }).click();
    await page.waitForURL('**/notices?show=unread');
    // Without scripts the page before has marked it as read.
    await expect.poll(days).toEqual(has ? [t('common:presets.today')] : []);
    expect(loads()).toBe(has ? 0 : 1);
    await tabs.getByRole('link', { name: t('common:menu.team') }).click();
    await page.waitForURL('**/notices?show=team');
    await see(page, t('common:nothing_here'));
    await tabs.getByRole('link', { name: t('common:menu.finance') }).click();
    await page.waitForURL('**/notices?show=money');
    await expect.poll(days).toHaveLength(3);
    await tabs.getByRole('link', { name: t('common:menu.finance') }).click();
    await page.waitForURL('**/notices');
    expect(loads()).toBe(has ? 0 : 4);
    await page.goBack();
    const current = () => tabs.locator('[aria-current]').allInnerTexts();
    await expect.poll(current).toEqual([t('common:menu.finance')]);
    for (let back = 0; back < 3; back += 1) await page.goBack();
    await expect.poll(current).toEqual([t('finance:kinds.all')]);
    await expect.poll(days).toHaveLength(3);
  });

  test('lead to what they tell of', async () => {
    const number = await giveQuestion(site, 'leads', 'Where is my place?');
    await giveAnswer(site, number, 'At the top.');
    const marie = await memberOf(site, 'marie');
    const anna = await memberOf(site, 'anna');
    await services.transaction((tx) => notify(tx, services, anna, 'first-line-joined', String(marie.id)));
    const page = await openAs('leads', '/en/dashboard/notices');
    await page.getByRole('link', { name: t('notices:kinds.support_answered', { number }) }).click();
    await page.waitForURL('**/dashboard/support');
    await see(page, 'At the top.');

    const annas = await openAs('anna', '/en/dashboard/notices');
    await annas.getByRole('link', { name: t('notices:kinds.first_line_joined', { username: 'marie' }) }).click();
    await annas.waitForURL('**/team/marie');
    await annas.goBack();
    await annas.getByRole('link', { name: /^Withdrawal requested: 150.00/ }).click();
    await annas.waitForURL(/\/finance\/withdrawals\/[\w-]{36}$/);
  });

  test('say so when there are none, and are not for guests', async () => {
    const page = await openAs('nobody', '/en/dashboard/notices');
    await see(page, t('notices:empty'));
    expect(await barriersOn(page)).toEqual([]);
    const guest = await visit();
    for (const rest of ['notices', 'settings/notices']) {
      await guest.goto(`/en/dashboard/${rest}`);
      expect(new URL(guest.url()).pathname).toBe('/en/auth');
    }
  });
});

describe('the e-mails', () => {
  const PLACE = t('notices:names.place_opened');
  const EMAILS = '/en/dashboard/settings/notices';
  const unwantedOf = async (username: string) => (await memberOf(site, username)).unwantedMails;
  test.each([
    ['chooses', true],
    ['picks', false],
  ])('%s does without are chosen and kept, scripts: %s', async (username, javaScriptEnabled) => {
    const page = await openAs(username, '/en/dashboard/settings', { javaScriptEnabled });
    await page
      .getByRole('link', { name: t('notices:emails.tab'), exact: true })
      .last()
      .click();
    await page.waitForURL('**/settings/notices');
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBeGreaterThanOrEqual(WANTED_EMAILS.length);
    const loads = countLoads(page);
    const save = async () => (javaScriptEnabled ? undefined : send(page, t('notices:emails.submit')));
    await field(page, PLACE).uncheck();
    await save();
    await see(page, t('notices:emails.saved'));
    expect(await field(page, PLACE).isChecked()).toBe(false);
    expect(await unwantedOf(username)).toEqual(['place-opened']);
    await field(page, PLACE).check();
    await save();
    await expect.poll(() => unwantedOf(username)).toEqual([]);
    await see(page, t('notices:emails.saved'));
    expect(loads()).toBe(javaScriptEnabled ? 0 : 2);
    const buttons = page.getByRole('button', { name: t('notices:emails.submit') });
    expect(await buttons.count()).toBe(javaScriptEnabled ? 0 : 1);
  });

  test('that are ticked while others are being saved are saved after them', async () => {
    const page = await openAs('quick', EMAILS);
    const letCallsGo = await holdUp(page, '**/api/notices/choices/');
    await Promise.all([page.waitForRequest('**/api/notices/choices/'), field(page, PLACE).uncheck()]);
    await field(page, t('notices:names.place_full')).uncheck();
    letCallsGo();
    await expect.poll(async () => (await unwantedOf('quick')).toSorted()).toEqual(['place-full', 'place-opened']);
  });

  test('stay chosen when the line breaks, and are saved by pressing again', async () => {
    const page = await openAs('cut', EMAILS, { expects: /did not come through|ERR_FAILED/ });
    const loads = countLoads(page);
    await page.route('**/api/notices/choices/', (route) => route.abort());
    await field(page, PLACE).uncheck();
    await see(page, t('common:line_broken'));
    expect(await field(page, PLACE).isChecked()).toBe(false);
    await page.unroute('**/api/notices/choices/');
    await press(page, t('notices:emails.submit'));
    await see(page, t('notices:emails.saved'));
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(t('notices:emails.submit'));
    expect(await unwantedOf('cut')).toEqual(['place-opened']);
    expect(loads()).toBe(0);
  });

  test('chosen before the form is awake are saved in place once it is', async () => {
    const page = await visit();
    await signIn(page, site, 'early');
    const letScriptsCome = await holdUp(page, /email-choices-form.*\.js/);
    await page.goto(EMAILS);
    const loads = countLoads(page);
    await field(page, PLACE).uncheck();
    await press(page, t('notices:emails.submit'));
    letScriptsCome();
    await see(page, t('notices:emails.saved'));
    expect(await field(page, PLACE).isChecked()).toBe(false);
    expect(await unwantedOf('early')).toEqual(['place-opened']);
    expect(loads()).toBe(0);
  });

  test.runIf(isLong)('are saved by the page when the form’s script never comes', async () => {
    const page = await visit({ expects: /ERR_FAILED|Failed to fetch|error loading|Error hydrating/i });
    await signIn(page, site, 'never');
    await page.route(/email-choices-form.*\.js/, (route) => route.abort());
    await page.goto(EMAILS);
    await field(page, PLACE).uncheck();
    await send(page, t('notices:emails.submit'));
    await see(page, t('notices:emails.saved'));
    expect(await unwantedOf('never')).toEqual(['place-opened']);
  });

  test('about safety have no box', async () => {
    const page = await openAs('picks', '/en/dashboard/settings/notices');
    await page.getByText(t('notices:names.password_changed'), { exact: true }).waitFor();
    expect(await field(page, t('notices:names.password_changed')).count()).toBe(0);
  });
});
