import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { formatDate } from '#i18n/format.ts';
import { translator } from '#i18n/translator.ts';
import { CAST, type Person } from '#server/operator/seed/cast.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { everyday } from '../support/everyday.ts';
import { answerFor, memberOf, openStage, signIn } from '../support/app/stage.ts';
import { barriersOn } from './barriers.ts';
import { awake } from './sixty.ts';

const nested: Person[] = ['ulla', 'viktor'].map((username, index) => ({
  ...CAST[2]!,
  username,
  name: `${username} von und zu Hohenfels-Kirchenlamitz`,
  inviter: ['marie', 'ulla'][index],
  active: false,
  registeredDaysAgo: 20 - index,
}));
const DEEP = 15;
const chain: Person[] = Array.from({ length: DEEP }, (_, index) => ({
  ...CAST[2]!,
  username: `step${index + 1}`,
  inviter: index === 0 ? 'ivan' : `step${index}`,
  registeredDaysAgo: 100 - index,
}));
const site = await openStage({ people: [...CAST, ...nested, ...chain] });
const visit = await openVisitors(site.origin);
const t = translator('en');

async function openAs(username: string, address: string, options = {}): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, username);
  await page.goto(address);
  return page;
}

describe('the card of a member of my team', () => {
  test('tells the way to them, dates, what is missing and why they are here', async () => {
    const page = await openAs('anna', '/en/dashboard/team/viktor');
    await page.getByRole('heading', { level: 1, name: nested[1]!.name }).waitFor();
    const steps = page.getByRole('listitem').filter({ has: page.locator('.user') });
    expect((await steps.locator('.user small').allTextContents()).join(' ')).toBe('@anna @marie @ulla @viktor');
    const viktor = await memberOf(site, 'viktor');
    const main = page.getByRole('main');
    await main.getByText(formatDate(viktor.registeredAt, 'Europe/Moscow'), { exact: true }).waitFor();
    await main.getByText(t('team:missing.licence'), { exact: true }).waitFor();
    const { refCode } = await memberOf(site, 'ulla');
    const date = formatDate(viktor.registeredAt, 'Europe/Moscow');
    await main.getByText(t('team:why.by_inviter', { code: refCode, date })).waitFor();
    await main.getByText(t('team:member.contacts_hidden')).waitFor();
  });

  test('names of a long way its two ends, and how many lie between', async () => {
    const page = await openAs('ivan', `/en/dashboard/team/step${DEEP}`);
    const steps = page.getByRole('listitem').filter({ has: page.locator('.user') });
    expect((await steps.locator('.user small').allTextContents()).join(' ')).toBe(
      '@ivan @step1 @step2 @step3 @step4 @step5 @step10 @step11 @step12 @step13 @step14 @step15',
    );
    const lines = [1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15].map((line) => t('team:chips.line', { line }));
    expect(await steps.locator('> small').allTextContents()).toEqual([t('team:path.me'), ...lines]);
    await page.getByText(t('team:path.left_out', { count: 4, number: '4' }), { exact: true }).waitFor();
  });

  test('of my first line names my own code', async () => {
    const page = await openAs('anna', '/en/dashboard/team/MARIE');
    const { registeredAt } = await memberOf(site, 'marie');
    const date = formatDate(registeredAt, 'Europe/Moscow');
    await page.getByText(t('team:why.by_me', { code: 'anna', date })).waitFor();
  });

  test.each(['root', 'anna', 'nobody', 'totals', 'growth', '%00', '..%2fanna', 'x'.repeat(400)])(
    'is not there for %s',
    async (username) => {
      expect(await answerFor(site, 'anna', `/en/dashboard/team/${username}`)).toBe(404);
    },
  );

  test('of somebody else’s team is not there', async () => {
    expect(await answerFor(site, 'ivan', '/en/dashboard/team/viktor')).toBe(404);
  });
});

describe('the card over the list', () => {
  const card = (page: Page) => page.getByRole('dialog');

  test('opens, moves on in the order of the rows, and closes with the focus back, all by keyboard', async () => {
    const page = await openAs('ivan', '/en/dashboard/team?sort=line');
    await awake(page);
    await page.getByRole('link', { name: '@step2', exact: false }).first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/team/step2');
    await card(page).getByText(t('team:why.title')).waitFor();
    expect(await page.title()).toContain(chain[1]!.name);
    await card(page)
      .getByRole('button', { name: t('team:member.next') })
      .focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/team/step3');
    await card(page).getByText('@step3').first().waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL('**/team?sort=line');
    await expect.poll(() => card(page).count()).toBe(0);
    const focused = () => page.evaluate(() => document.activeElement?.querySelector('small')?.textContent);
    await expect.poll(focused).toBe('@step3');
  });

  test('is closed by Back, opened again by Forward, and a page of its own when it is reloaded', async () => {
    const page = await openAs('anna', '/en/dashboard/team');
    await awake(page);
    await page.getByRole('link', { name: /@viktor/ }).click();
    await card(page).getByText(t('team:path.title')).waitFor();
    await page.goBack();
    await expect.poll(() => card(page).count()).toBe(0);
    await page.goForward();
    await card(page).getByText(t('team:path.title')).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: nested[1]!.name }).waitFor();
    await page.goBack();
    await page.getByRole('searchbox').waitFor();
    expect(new URL(page.url()).pathname).toBe('/en/dashboard/team');
  });

  test('says that the line is broken, and comes when it is asked for again', async () => {
    const page = await openAs('anna', '/en/dashboard/team', { expects: /did not come through/ });
    await awake(page);
    await page.route('**/api/team/viktor/', (route) => route.abort());
    await page.getByRole('link', { name: /@viktor/ }).click();
    await card(page).getByText(t('team:member.broken')).waitFor();
    await page.unroute('**/api/team/viktor/');
    await card(page)
      .getByRole('button', { name: t('team:list.again') })
      .click();
    await card(page).getByText(t('team:path.title')).waitFor();
  });
});

test('a phone shows the first name of the team at once, and all totals when it is asked', async () => {
  const page = await openAs('anna', '/de/dashboard/team', PHONE);
  const first = await page.locator('tbody .user b').first().boundingBox();
  expect(first!.y + first!.height).toBeLessThanOrEqual(PHONE.viewport.height);
  const views = page.getByRole('link', { name: translator('de')('team:totals.total_views') });
  expect(await views.isVisible()).toBe(false);
  await page.getByLabel(translator('de')('team:totals.all')).focus();
  await page.keyboard.press('Space');
  await views.waitFor();
});

describe('the invite link', () => {
  test('is copied', async () => {
    const page = await visit();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, site, 'anna');
    await page.goto('/en/dashboard/team');
    await page.getByRole('button', { name: t('team:invite.copy') }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${site.origin}/en/partnerlink/anna`);
  });

  test.each([true, false])('stands in a QR code, scripts: %s', async (javaScriptEnabled) => {
    const page = await openAs('anna', '/en/dashboard/team', { javaScriptEnabled });
    await page.getByRole('button', { name: t('team:invite.qr') }).click();
    const picture = page.getByRole('img', { name: t('team:invite.qr_image') });
    await expect.poll(() => picture.boundingBox()).toMatchObject({ width: 264, height: 264 });
    await page.getByRole('link', { name: t('team:invite.qr_open') }).click();
    await page.waitForURL('**/invite.svg');
  });

  test('is offered to the device’s share sheet, where there is one', async () => {
    const page = await visit();
    await page.addInitScript(() => {
      Object.assign(Navigator.prototype, { share: ({ url }: ShareData) => Promise.resolve((document.title = url!)) });
    });
    await signIn(page, site, 'anna');
    await page.goto('/en/dashboard/team');
    await awake(page);
    await page.getByRole('button', { name: t('team:invite.share') }).click();
    await expect.poll(() => page.title()).toBe(`${site.origin}/en/partnerlink/anna`);
  });

  test('is not offered to a share sheet that is not there', async () => {
    const page = await visit();
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
    await signIn(page, site, 'anna');
    await page.goto('/en/dashboard/team');
    await awake(page);
    expect(await page.getByRole('button', { name: t('team:invite.share') }).count()).toBe(0);
  });
});

const screens = ['', '?line=2', '?line=x&search=zz', '/viktor', `/step${DEEP}`].map((rest) => `dashboard/team${rest}`);

test.each(everyday(screens.slice(2), screens))('nobody is shut out of %s', async (screen) => {
  const page = await openAs('anna', `/en/${screen}`);
  expect(await barriersOn(page)).toEqual([]);
});

test.each(everyday(['tamil'], ['ru', 'de', 'tamil']))(
  'nothing scrolls sideways on the narrowest phone in %s',
  async (language) => {
    const page = await openAs('anna', `/${language}/dashboard/team`, {
      ...PHONE,
      viewport: { width: 320, height: 640 },
    });
    for (const screen of screens) {
      await page.goto(`/${language}/${screen}`);
      const folds = await page.locator('main details:not([open]) summary').all();
      for (const fold of folds.toReversed()) await fold.click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    }
  },
);
