import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Download, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { closeAccount } from '#contracts/data.ts';
import { path } from '#domain/paths.ts';
import { PAGE_OWNER } from '#domain/page-owner.ts';
import { translator } from '#i18n/translator.ts';
import { CAST, DEMO_PASSWORD } from '#server/seed/cast.ts';
import { giveNotices } from '../server/notices/received.ts';
import { isLong } from '../support/everyday.ts';
import { openVisitors, PHONE } from '../support/browser.ts';
import { giveMoney } from '../support/money.ts';
import { SEEN_LANGUAGES } from '../support/seen-languages.ts';
import { memberOf, ownerOf, openClient, openStage, sessionCookies, signIn } from '../support/stage.ts';
import { countLoads, errorsAt, field, fill, press, see, send } from './forms.ts';

const rita = { ...CAST[2]!, username: 'rita', name: 'Rita Alves', language: 'en', inviter: 'ivan' } as const;
const people = ['rita', 'nora', 'olga', 'petra', 'sven', 'tom'].map((username) => ({ ...rita, username }));
/** Nobody is around Vera but Wanda. */
const pair = [
  { ...rita, username: 'vera' },
  { ...rita, username: 'wanda', inviter: 'vera' },
];
const site = await openStage({ people: [...CAST, ...people, ...pair] });
const visit = await openVisitors(site.origin);
const t = translator('en');
const DATA = '/en/dashboard/settings/data';
const PASSWORD = t('settings:data.close.password');
const UNDERSTOOD = t('settings:data.close.understood');
const CLOSE = t('settings:data.close.submit');

async function openAs(username: string, address = DATA, options = {}): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, username);
  await page.goto(address);
  return page;
}

async function filesOf(download: Download): Promise<Record<string, Uint8Array>> {
  return unzipSync(await readFile(await download.path()));
}

/** Follows a link that leads to a file. */
async function downloadBy(page: Page, name: string): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name, exact: true }).click(),
  ]);
  return download;
}

const rowsIn = (files: Record<string, Uint8Array>, list: string): unknown[] =>
  JSON.parse(new TextDecoder().decode(files[`${list}.json`]));

describe('all of a member’s data', () => {
  test.each([true, false])('is one click away, scripts: %s', async (javaScriptEnabled) => {
    const page = await openAs('nora', DATA, { javaScriptEnabled });
    const download = await downloadBy(page, t('settings:data.download.submit'));
    expect(download.suggestedFilename()).toMatch(/^atrium-data-\d{4}-\d\d-\d\d\.zip$/);
    expect(rowsIn(await filesOf(download), 'profile')).toMatchObject([{ username: 'nora', name: 'Rita Alves' }]);
  });

  test('is prepared first when it is a lot; the page follows, what is typed below stays', async () => {
    await giveNotices(site.services, 'petra', 20_500);
    const page = await openAs('petra');
    expect(await page.getByRole('link', { name: t('settings:data.download.submit') }).count()).toBe(0);
    const loads = countLoads(page);
    await press(page, t('settings:data.download.prepare'));
    await page.getByRole('progressbar', { name: t('settings:data.download.making') }).waitFor();
    await fill(page, { [PASSWORD]: 'half a pass' });
    const link = page.getByRole('link', { name: t('settings:data.download.submit'), exact: true });
    await link.waitFor({ timeout: 30_000 });
    expect(await field(page, PASSWORD).inputValue()).toBe('half a pass');
    expect(loads()).toBe(0);
    const files = await filesOf(await downloadBy(page, t('settings:data.download.submit')));
    const given = rowsIn(files, 'notices').filter((row) => JSON.stringify(row).includes('accrual-posted'));
    expect(given).toHaveLength(20_500);

    const plain = await openAs('petra', DATA, { javaScriptEnabled: false });
    await send(plain, t('settings:data.download.again'));
    await expect
      .poll(
        async () => {
          const look = plain.getByRole('link', { name: t('settings:data.download.look') });
          if (await look.count()) await Promise.all([plain.waitForEvent('load'), look.click()]);
          return plain.getByRole('link', { name: t('settings:data.download.submit'), exact: true }).count();
        },
        { timeout: 30_000 },
      )
      .toBe(1);
  });
});

/** Presses the button; where a script runs, it asks once more. */
async function close(page: Page, asks: boolean): Promise<void> {
  if (!asks) return send(page, CLOSE);
  await press(page, CLOSE);
  const question = page.getByRole('alertdialog', { name: t('settings:data.close.ask') });
  await question.getByRole('button', { name: CLOSE, exact: true }).click();
}

describe('an account', () => {
  test('stays when the question is answered no', async () => {
    const page = await openAs('nora');
    await fill(page, { [PASSWORD]: DEMO_PASSWORD });
    await field(page, UNDERSTOOD).check();
    await press(page, CLOSE);
    const question = page.getByRole('alertdialog', { name: t('settings:data.close.ask') });
    await question.getByRole('button', { name: t('common:keep'), exact: true }).click();
    await question.waitFor({ state: 'detached' });
    expect(await field(page, PASSWORD).inputValue()).toBe(DEMO_PASSWORD);
    expect((await memberOf(site, 'nora')).closedAt).toBeNull();
  });

  test.each([
    ['olga', true],
    ['sven', false],
  ])('of %s is closed by the password and a tick, scripts: %s', async (username, javaScriptEnabled) => {
    const page = await openAs(username, DATA, { javaScriptEnabled, expects: /^422 / });
    const loads = countLoads(page);
    await fill(page, { [PASSWORD]: DEMO_PASSWORD });
    await (javaScriptEnabled ? press : send)(page, CLOSE);
    await expect.poll(() => errorsAt(page, UNDERSTOOD)).toEqual([t('settings:data.close.tick')]);
    // Only a page that comes again has to do without it.
    expect(await field(page, PASSWORD).inputValue()).toBe(javaScriptEnabled ? DEMO_PASSWORD : '');

    await fill(page, { [PASSWORD]: 'Wrong-1!' });
    await field(page, UNDERSTOOD).check();
    await close(page, javaScriptEnabled);
    await expect.poll(() => errorsAt(page, PASSWORD)).toEqual([t('faults:password_wrong')]);
    expect(await field(page, UNDERSTOOD).isChecked()).toBe(true);
    expect(loads()).toBe(javaScriptEnabled ? 0 : 2);

    await fill(page, { [PASSWORD]: DEMO_PASSWORD });
    await close(page, javaScriptEnabled);
    await page.waitForURL('**/en/auth**');
    await see(page, t('auth:done.account_closed'));
    const cookies = (await page.context().cookies()).map(({ name }) => name);
    expect(cookies).not.toContain('access_token');
    expect(cookies).not.toContain('refresh_token');
    await page.goto(DATA);
    expect(new URL(page.url()).pathname).toBe('/en/auth');
    await expect(memberOf(site, username)).rejects.toThrow('Nobody is called');
  });

  test('with money on it stays, and the way to it is shown', async () => {
    await giveMoney(site.services, 'rita', 5_000_000n);
    const page = await openAs('rita', DATA, { javaScriptEnabled: false });
    await fill(page, { [PASSWORD]: DEMO_PASSWORD });
    await field(page, UNDERSTOOD).check();
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await send(page, CLOSE);
    expect((await answered).status()).toBe(409);
    await see(page, t('refusals:closure_money'));
    await page.getByRole('link', { name: t('settings:data.close.to_finance') }).click();
    await page.waitForURL('**/dashboard/finance');
    expect((await memberOf(site, 'rita')).closedAt).toBeNull();
  });

  test.runIf(isLong)('closed in another window only signs this one out; its partner page is gone', async () => {
    const guest = await visit();
    const partnerPage = path('en', 'partner', { ref: (await memberOf(site, 'tom')).refCode });
    expect((await guest.goto(partnerPage))?.status()).toBe(200);
    const page = await openAs('tom', DATA, { expects: /^401 / });
    const other = await page.context().newPage();
    for (const window of [page, other]) {
      await window.goto(DATA);
      await fill(window, { [PASSWORD]: DEMO_PASSWORD });
      await field(window, UNDERSTOOD).check();
    }
    await close(page, true);
    await page.waitForURL('**/en/auth**');
    await close(other, true);
    await other.waitForURL('**/en/auth**');
    // A public page is given again for a few seconds.
    await expect.poll(async () => (await guest.goto(partnerPage))?.status()).toBe(404);
  });

  test('that is closed is a former member to those around', async () => {
    const client = await openClient(site, await sessionCookies(site, 'wanda'), {
      [PAGE_OWNER]: await ownerOf(site, 'wanda'),
    });
    const answer = await client.post(closeAccount.path, { data: { password: DEMO_PASSWORD } });
    expect(answer.status()).toBe(closeAccount.success);
    const page = await openAs('vera', '/en/dashboard/team');
    const words = t('common:former_member');
    await page.getByRole('link', { name: words, exact: true }).first().click();
    const card = page.getByRole('dialog');
    await card.getByText(words, { exact: true }).first().waitFor();
    expect(await card.getByText('@former').count()).toBe(0);
    await page.goto('/en/dashboard/profile');
    await see(page, words);
  });
});

test.runIf(isLong).each(SEEN_LANGUAGES)('the page is rendered in $name', async ({ segment }) => {
  const page = await openAs('anna', path(segment, 'settingsData'), { ...PHONE, viewport: { width: 320, height: 640 } });
  const words = translator(segment);
  await page.getByRole('button', { name: words('settings:data.close.submit'), exact: true }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await press(page, words('settings:data.close.submit'));
  await see(page, words('settings:data.close.tick'));
});
