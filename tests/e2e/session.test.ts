import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { menuEntries } from '#components/ui/menu-entries.ts';
import { path } from '#domain/paths.ts';
import { translator } from '#i18n/translator.ts';
import { openVisitors } from '../support/browser/browser.ts';
import { openClient, openStage, sessionCookies, signIn } from '../support/app/stage.ts';
import { press, switchLanguage } from './forms.ts';

const site = await openStage();
const visit = await openVisitors(site.origin);
const t = translator('en');

async function openAsAnna(address = '/en/dashboard/profile', options = {}): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, 'anna');
  await page.goto(address);
  return page;
}

const cookiesOf = (page: Page) => page.context().cookies();
const whereIs = (seen: { url(): string }) => new URL(seen.url()).pathname;
const addressOf = (seen: { url(): string }) => seen.url().replace(site.origin, '');

describe('signing out', () => {
  test.each([true, false])('ends the session on the server too (JavaScript: %s)', async (javaScriptEnabled) => {
    const page = await openAsAnna('/en/dashboard/team', { javaScriptEnabled });
    const copied = (await cookiesOf(page)).filter(({ name }) => name.endsWith('_token'));
    expect(copied).toHaveLength(2);
    await press(page, t('common:menu.sign_out'));
    await page.waitForURL(/\/en\/auth(\?|$)/);
    expect((await cookiesOf(page)).filter(({ name }) => name.endsWith('_token'))).toEqual([]);

    for (const cookies of [copied, ...copied.map((cookie) => [cookie])]) {
      const thief = await openClient(site, cookies);
      expect(whereIs(await thief.get('/en/dashboard/profile'))).toBe('/en/auth');
    }
  });

  test('empties what the browser keeps of the member, and leaves language and theme', async () => {
    const page = await openAsAnna('/en/dashboard/support');
    await page.locator('#message').fill('My PIN letter has not come.');
    await page.context().addCookies([{ name: 'theme', value: 'light', url: site.origin }]);
    const kept = () => page.evaluate(() => Object.values(sessionStorage).join());
    expect(await kept()).toContain('My PIN letter');
    await press(page, t('common:menu.sign_out'));
    await page.waitForURL(/\/en\/auth(\?|$)/);
    expect(await kept()).not.toContain('My PIN letter');
    expect((await cookiesOf(page)).map(({ name }) => name)).toEqual(expect.arrayContaining(['lang', 'theme']));
  });

  test('empties the tab also where there is no line to the server', async () => {
    const page = await openAsAnna('/en/dashboard/support');
    await page.locator('#message').fill('My PIN letter has not come.');
    await page.reload();
    expect(await page.locator('#message').inputValue()).toContain('My PIN letter');
    await page.context().setOffline(true);
    await Promise.all([page.waitForEvent('requestfailed'), press(page, t('common:menu.sign_out'))]);
    await page.context().setOffline(false);
    await page.goto('/en/dashboard/support');
    expect(await page.locator('#message').inputValue()).toBe('');
  });

  test('in one tab shows in the other at its next page', async () => {
    const page = await openAsAnna();
    const other = await page.context().newPage();
    await other.goto('/en/dashboard/team');
    await press(page, t('common:menu.sign_out'));
    await page.waitForURL(/\/en\/auth(\?|$)/);
    await other.getByRole('link', { name: t('common:menu.finance') }).click();
    await other.waitForURL(/\/en\/auth(\?|$)/);
  });

  test('leaves nothing to see behind the Back button', async () => {
    const page = await openAsAnna();
    await press(page, t('common:menu.sign_out'));
    await page.waitForURL(/\/en\/auth(\?|$)/);
    await page.goBack();
    await page.waitForURL(/\/en\/auth(\?|$)/);
  });
});

describe('a session', () => {
  test('goes on without a word when its access token has run out', async () => {
    const page = await openAsAnna();
    const before = (await cookiesOf(page)).find(({ name }) => name === 'refresh_token');
    await page.context().clearCookies({ name: 'access_token' });
    await page.reload();
    expect(whereIs(page)).toBe('/en/dashboard/profile');
    const after = Object.fromEntries((await cookiesOf(page)).map(({ name, value }) => [name, value]));
    expect(after['access_token']).toBeTruthy();
    expect(after['refresh_token']).not.toBe(before?.value);
  });

  test('survives many tabs that refresh at once', async () => {
    const page = await openAsAnna();
    await page.context().clearCookies({ name: 'access_token' });
    const tabs = await Promise.all([1, 2, 3, 4].map(() => page.context().newPage()));
    await Promise.all(tabs.map((tab) => tab.goto('/en/dashboard/profile')));
    for (const tab of [...tabs, page]) {
      await tab.reload();
      expect(whereIs(tab)).toBe('/en/dashboard/profile');
    }
  });

  test.each([
    ['access_token', 'made-up'],
    ['refresh_token', 'made-up'],
    ['access_token', 'a.b.c'],
  ])('is not made by a %s of %s', async (name, value) => {
    const client = await openClient(site, [{ name, value }]);
    expect(whereIs(await client.get('/en/dashboard/profile'))).toBe('/en/auth');
    expect((await client.storageState()).cookies.map((cookie) => cookie.name)).not.toContain(name);
  });
});

describe('an address', () => {
  test.each([
    ['/', '/ru/auth'],
    ['/en', '/en/auth'],
    ['/en/nothing/here', '/en/auth'],
    ['/en/dashboard', '/en/auth'],
    ['/en/dashboard/finance', '/en/auth'],
    ['/xx/dashboard/team', '/ru/auth'],
    ['/auth/sign-up', '/ru/auth/sign-up'],
    ['/en/auth/ref/anna', '/en/auth/sign-up?ref=anna'],
  ])('%s leads a guest to %s', async (from, to) => {
    const client = await openClient(site);
    expect(addressOf(await client.get(from)).replace(/\?return_to=.*/, '')).toBe(to);
  });

  test.each([
    ['/', '/ru/dashboard/profile'],
    ['/en/nothing/here', '/en/dashboard/profile'],
    ['/en/auth', '/en/dashboard/profile'],
    ['/en/auth/sign-up', '/en/dashboard/profile'],
    ['/en/partnerlink/ivan', '/en/dashboard/profile'],
    ['/en/dashboard', '/en/dashboard/profile'],
    ['/xx/dashboard/team', '/ru/dashboard/team'],
  ])('%s leads a member to %s', async (from, to) => {
    const client = await openClient(site, await sessionCookies(site, 'anna'));
    expect(whereIs(await client.get(from))).toBe(to);
  });

  test.each([
    ['team/nobody', 'team'],
    ['feed/no-such-post', 'feed'],
    ['licenses/plans/no-such-plan', 'licenses'],
    ['elsewhere/plans/no-such-plan', 'profile'],
    ['finance/transactions/018f3c1e-0000-7000-8000-000000000000', 'finance'],
    ['finance/withdrawals/018f3c1e-0000-7000-8000-000000000000', 'finance'],
    ['settings/security/destinations/018f3c1e-0000-7000-8000-000000000000', 'settings'],
  ] as const)('%s, where nothing is, keeps the menu and a way back to %s', async (rest, above) => {
    const page = await openAsAnna(`/en/dashboard/${rest}`, { javaScriptEnabled: false, walks: 'anna' });
    expect((await page.reload())?.status()).toBe(404);
    await page.getByRole('heading', { level: 1, name: t('common:missing.title') }).waitFor();
    const name = t(menuEntries[above].label);
    const menu = page.getByRole('navigation', { name: t('common:menu.label') });
    expect(await menu.locator('[aria-current=page]').allInnerTexts()).toEqual([name]);
    await switchLanguage(page, 'Deutsch');
    await page.waitForURL(`**/de/dashboard/${rest}`);
    await page.goto(`/en/dashboard/${rest}`);
    await page.getByRole('link', { name: t('common:missing.back', { page: name }) }).click();
    await page.waitForURL(`**${path('en', above)}`);
  });

  test('of a member of another team looks like that of nobody', async () => {
    const client = await openClient(site, await sessionCookies(site, 'marie'));
    const pages = ['nobody', 'anna'].map(async (username) => {
      const answer = await client.get(`/en/dashboard/team/${username}`);
      const main = (await answer.text()).split('<main')[1];
      return [answer.status(), answer.headers()['etag'], main];
    });
    const [nobodys, annas] = await Promise.all(pages);
    expect(nobodys).toEqual([404, undefined, expect.stringContaining(t('common:missing.text'))]);
    expect(annas).toEqual(nobodys);
  });

  test('of no page leads a member to the profile, which says so once', async () => {
    const page = await openAsAnna('/en/dashboard/nothing/here');
    expect(whereIs(page)).toBe('/en/dashboard/profile');
    await page.getByText(t('common:missing.text')).waitFor();
    await expect.poll(() => addressOf(page)).toBe('/en/dashboard/profile');
    await page.goto('/en');
    expect(await page.getByText(t('common:missing.text')).count()).toBe(0);
  });

  test('of a file that is not there is a page not found', async () => {
    const page = await visit();
    const answer = await page.goto('/en/nothing.pdf');
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { name: t('common:missing.title') }).waitFor();
    await page.getByRole('link', { name: t('common:missing.home') }).click();
    await page.waitForURL(/\/en\/auth(\?|$)/);
  });
});
