import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { eq } from 'drizzle-orm';
import type { Download, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { closeAccount } from '#contracts/data.ts';
import { path } from '#domain/paths.ts';
import { PAGE_OWNER } from '#domain/page-owner.ts';
import { translator } from '#i18n/translator.ts';
import { memberPins, withdrawals } from '#server/db/schema/index.ts';
import { hashPin } from '#server/members/finance/index.ts';
import { CAST, DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { giveNotices } from '../server/members/notices/received.ts';
import { isLong } from '../support/everyday.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { DEMO_PIN, giveMoney, WALLET } from '../support/people/money.ts';
import { SEEN_LANGUAGES } from '../support/browser/seen-languages.ts';
import { memberOf, ownerOf, openClient, openStage, sessionCookies, signIn } from '../support/app/stage.ts';
import { countLoads, errorsAt, field, fill, press, see, send } from './forms.ts';

const rita = { ...CAST[2]!, username: 'rita', name: 'Rita Alves', language: 'en', inviter: 'ivan' } as const;
const people = ['rita', 'nora', 'olga', 'petra', 'sven', 'tom', 'yuri', 'zoe'].map((username) => ({
  ...rita,
  username,
}));
/** Vera's team is Wanda alone. */
const pair = [
  { ...rita, username: 'vera' },
  { ...rita, username: 'wanda', inviter: 'vera' },
];
const site = await openStage({ people: [...CAST, ...people, ...pair] });
const visit = await openVisitors(site.origin);
const t = translator('en');
const DATA = '/en/dashboard/settings/data';
const PASSWORD = t('settings:data.close.password');
const ACCOUNT_PASSWORD = t('settings:second_factor.password');
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
  test.each([true, false])('is the password and a click away, scripts: %s', async (javaScriptEnabled) => {
    const page = await openAs('nora', DATA, { javaScriptEnabled, expects: /^422 / });
    expect(await page.getByRole('link', { name: t('settings:data.download.submit') }).count()).toBe(0);
    const go = () => (javaScriptEnabled ? press : send)(page, t('settings:data.download.open'));
    await fill(page, { [ACCOUNT_PASSWORD]: 'Wrong-1-guess' });
    await go();
    await expect.poll(() => errorsAt(page, ACCOUNT_PASSWORD)).toEqual([t('faults:password_wrong')]);
    await fill(page, { [ACCOUNT_PASSWORD]: DEMO_PASSWORD });
    await go();
    expect(await page.getByText(/^Invited by /).textContent()).toMatch(
      /^Invited by ivan, code \w+, [\d.]+ \(demo\)\.$/,
    );
    await page.getByRole('link', { name: t('settings:data.download.submit'), exact: true }).waitFor();
    const download = await downloadBy(page, t('settings:data.download.submit'));
    expect(download.suggestedFilename()).toMatch(/^atrium-data-\d{4}-\d\d-\d\d\.zip$/);
    expect(rowsIn(await filesOf(download), 'profile')).toMatchObject([{ username: 'nora', name: 'Rita Alves' }]);
  });

  test('is prepared first when it is a lot; the page follows, what is typed below stays', async () => {
    await giveNotices(site.services, 'petra', 20_500);
    const page = await openAs('petra');
    expect(await page.getByRole('link', { name: t('settings:data.download.submit') }).count()).toBe(0);
    const loads = countLoads(page);
    await fill(page, { [ACCOUNT_PASSWORD]: DEMO_PASSWORD });
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
    for (const words of ['open', 'again'] as const) {
      await fill(plain, { [ACCOUNT_PASSWORD]: DEMO_PASSWORD });
      await send(plain, t(`settings:data.download.${words}`));
    }
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

/** Presses the button and, with JavaScript, confirms the dialog. */
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
    const page = await openAs(username, DATA, { javaScriptEnabled, expects: /^(401|422) / });
    const loads = countLoads(page);
    await fill(page, { [PASSWORD]: DEMO_PASSWORD });
    await (javaScriptEnabled ? press : send)(page, CLOSE);
    await expect.poll(() => errorsAt(page, UNDERSTOOD)).toEqual([t('settings:data.close.tick')]);
    // Only a reloaded page loses the password.
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

  test.each([
    ['rita', true],
    ['yuri', false],
  ])(
    'of %s with 5 USDT is closed with a payout, after a wrong address and PIN, scripts: %s',
    async (username, hasScripts) => {
      await giveMoney(site.services, username, 5_000_000n);
      const { id } = await memberOf(site, username);
      await site.services.db
        .insert(memberPins)
        .values({ memberId: id, ...(await hashPin(site.services, id, DEMO_PIN)), setAt: new Date() });
      const page = await openAs(username, DATA, { javaScriptEnabled: hasScripts, expects: /^(401|422) / });
      const [address, pin] = [t('finance:withdraw.destination'), t('finance:pin.label')];
      await see(page, t('settings:data.close.balance', { amount: '5.00 USDT' }));
      await fill(page, { [address]: `${WALLET.slice(0, -1)}f`, [pin]: '9999', [PASSWORD]: DEMO_PASSWORD });
      await field(page, UNDERSTOOD).check();
      await close(page, hasScripts);
      await expect.poll(() => errorsAt(page, address)).toEqual([t('faults:destination_checksum')]);

      await fill(page, { [address]: WALLET, [pin]: '9999', [PASSWORD]: DEMO_PASSWORD });
      if (hasScripts) await see(page, t('finance:networks.trc20'));
      await close(page, hasScripts);
      await expect.poll(() => errorsAt(page, pin)).toHaveLength(1);
      expect(await field(page, address).inputValue()).toBe(WALLET);

      await fill(page, { [pin]: DEMO_PIN, [PASSWORD]: DEMO_PASSWORD });
      await close(page, hasScripts);
      await page.waitForURL('**/en/auth**');
      await see(page, t('auth:done.account_closed'));
      const payouts = await site.services.db.select().from(withdrawals).where(eq(withdrawals.memberId, id));
      expect(payouts).toMatchObject([{ amountMicros: 5_000_000n, destination: WALLET }]);
    },
  );

  test('with money and no PIN leads to setting one, or leaves the money behind by a tick of its own', async () => {
    await giveMoney(site.services, 'zoe', 5_000_000n);
    const page = await openAs('zoe', DATA, { javaScriptEnabled: false, expects: /^422 / });
    await see(page, t('finance:obstacles.pin_not_set'));
    expect(await page.getByRole('link', { name: t('finance:way_out.set_pin') }).count()).toBe(1);
    await field(page, t('settings:data.close.waive')).check();
    const waived = t('settings:data.close.waived', { amount: '5.00 USDT' });
    await fill(page, { [PASSWORD]: DEMO_PASSWORD });
    await field(page, UNDERSTOOD).check();
    await send(page, CLOSE);
    await expect.poll(() => errorsAt(page, waived)).toEqual([t('settings:data.close.tick')]);
    await fill(page, { [PASSWORD]: DEMO_PASSWORD });
    await field(page, waived).check();
    await send(page, CLOSE);
    await page.waitForURL('**/en/auth**');
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
    // A public page is cached for a few seconds.
    await expect.poll(async () => (await guest.goto(partnerPage))?.status()).toBe(404);
  });

  test('that is closed is a former member to those around', async () => {
    const client = await openClient(site, await sessionCookies(site, 'wanda'), {
      [PAGE_OWNER]: await ownerOf(site, 'wanda'),
    });
    const answer = await client.post(closeAccount.path, {
      data: { password: DEMO_PASSWORD },
      headers: { etag: '"closed-by-wanda"' },
    });
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
