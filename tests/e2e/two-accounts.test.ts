import type { BrowserContext, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { CAST } from '#server/operator/seed/cast.ts';
import { seedStaff } from '#server/operator/seed/staff.ts';
import { openVisitors } from '../support/browser/browser.ts';
import { giveMoney, WALLET } from '../support/people/money.ts';
import { openStage, signIn } from '../support/app/stage.ts';
import { field, press, see, valuesOf } from './forms.ts';
import { signInStaff, untilAlive } from './staff.ts';
import { awake, fillOrder, PIN, seeReview, withdrawalsOf } from './withdraw.ts';

const site = await openStage({ people: CAST, money: true });
await giveMoney(site.services, 'ivan', 500_000_000n);
await site.services.transaction((tx) => seedStaff(tx, site.services));
const visit = await openVisitors(site.origin);
const t = translator('en');

/** Expected responses to a page of one account after another one has signed in. */
const REFUSED = /^40[19] /;
const words = (now: string, before: string) => t('refusals:other_account', { now, before });

/** In another tab of the browser, signs in another person, or only signs out if `username` is missing. */
async function changeAccount(context: BrowserContext, username?: string): Promise<void> {
  await context.clearCookies({ name: /_token$/ });
  if (username) await signIn(await context.newPage(), site, username);
}

/** Simulates switching to another tab and back. */
async function lookAgain(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

async function reviewAsAnna(options = {}): Promise<Page> {
  const page = await visit({ expects: REFUSED, ...options });
  await signIn(page, site, 'anna');
  await page.goto('/en/dashboard/finance');
  return page;
}

describe('Anna’s tab shows the review of her withdrawal, and Ivan signs in in another tab', () => {
  test('her press takes nothing from him, says why, and his page opens with what was typed', async () => {
    const [annas, ivans] = [await withdrawalsOf(site, 'anna'), await withdrawalsOf(site, 'ivan')];
    const page = await reviewAsAnna();
    await awake(page, t);
    await fillOrder(page, t, WALLET, '30');
    await press(page, t('finance:withdraw.go_on'));
    await seeReview(page, t);
    await changeAccount(page.context(), 'ivan');
    await field(page, t('finance:pin.label')).fill(PIN);
    await press(page, t('finance:withdraw.send'));
    const notice = page.getByRole('alert');
    await notice.getByText(words('ivan', 'anna'), { exact: true }).first().waitFor();
    expect(await withdrawalsOf(site, 'ivan')).toEqual(ivans);
    expect(await withdrawalsOf(site, 'anna')).toEqual(annas);
    await Promise.all([page.waitForEvent('load'), notice.getByRole('button').click()]);
    expect(await page.locator('html').getAttribute('data-owner')).toMatch(/^ivan\./);
    expect(await valuesOf(page, t('finance:withdraw.destination'))).toEqual([WALLET]);
    expect(await page.content()).not.toContain(PIN);
  });

  test('without JavaScript the same is said on a page of its own', async () => {
    const ivans = await withdrawalsOf(site, 'ivan');
    const page = await reviewAsAnna({ javaScriptEnabled: false });
    await fillOrder(page, t, WALLET, '30');
    await press(page, t('finance:withdraw.go_on'));
    await seeReview(page, t);
    await changeAccount(page.context(), 'ivan');
    await field(page, t('finance:pin.label')).fill(PIN);
    await press(page, t('finance:withdraw.send'));
    await see(page, words('ivan', 'anna'));
    expect(await withdrawalsOf(site, 'ivan')).toEqual(ivans);
    await press(page, t('common:outdated.open'));
    expect(await valuesOf(page, t('finance:withdraw.destination'))).toEqual([WALLET]);
    expect(await withdrawalsOf(site, 'ivan')).toEqual(ivans);
  });
});

describe('a tab that is looked at again', () => {
  test('says whose page it is and who is signed in, and is quiet once its member is back', async () => {
    const page = await reviewAsAnna();
    await changeAccount(page.context(), 'ivan');
    await lookAgain(page);
    await see(page, words('ivan', 'anna'));
    await changeAccount(page.context(), 'anna');
    await lookAgain(page);
    await page.getByRole('alert').waitFor({ state: 'hidden' });
  });

  test('says that the session has ended', async () => {
    const page = await reviewAsAnna();
    await changeAccount(page.context());
    await lookAgain(page);
    await see(page, t('refusals:no_session'));
  });

  test('of the console says so too, and acts for nobody else', async () => {
    const page = await visit({ expects: REFUSED, locale: 'en' });
    await signInStaff(page, site, 'oscar');
    await page.goto('/operator/withdrawals');
    await untilAlive(page);
    await page.context().clearCookies({ name: 'staff_session' });
    await signInStaff(page, site, 'olga');
    await lookAgain(page);
    await see(page, words('Ольга Верная', 'Oscar Wendt'));
  });
});
