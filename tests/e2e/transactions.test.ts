import { desc, eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { path } from '#domain/paths.ts';
import { translator } from '#i18n/translator.ts';
import { addSeconds } from '#server/base/clock.ts';
import { plans, transactions } from '#server/db/schema/index.ts';
import { CAST, type Person } from '#server/operator/seed/cast.ts';
import { openTransaction } from '#server/members/transactions/index.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { everyday, isLong } from '../support/everyday.ts';
import { answerFor, memberOf, openStage, signIn } from '../support/app/stage.ts';
import { changeUnfinished, PAYABLE } from '../support/people/unfinished.ts';
import { confirm, countLoads, see, send } from './forms.ts';
import { confirmHere, saidOn, unfoldActs } from './transaction-actions.ts';

/** Members with an unfinished transaction, one per test. */
const PEOPLE = [
  'asks',
  'pays',
  'cancels',
  'cancelled',
  'again',
  'renewed',
  'waits',
  'board',
  'lost',
  'late',
  'listed',
  'thrifty',
] as const;
const STATES = ['underpaid', 'expired', 'paid_late', 'confirming'] as const;
const people = [...PEOPLE, ...STATES].map((username): Person => ({ ...CAST[5]!, username, name: username }));
const site = await openStage({ people: [...CAST, ...people], money: true });
const visit = await openVisitors(site.origin);
const t = translator('en');
const named = t('places:plan_titled', { number: 1, title: 'Portico' });

/** A request with payment data as from the node. */
async function ask(username: string, change = PAYABLE): Promise<string> {
  const { id } = await memberOf(site, username);
  const [plan] = await site.services.db.select().from(plans).where(eq(plans.id, 'licenses-1'));
  await site.services.transaction((tx) => openTransaction(tx, site.services, { memberId: id }, plan!));
  return changeUnfinished(site, username, change);
}

async function openInvoice(username: string, id: string, options = {}): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, username);
  await page.goto(`/en/dashboard/finance/transactions/${id}`);
  return page;
}

describe('an invoice', () => {
  test('without a script can be paid, and comes again by itself', async () => {
    const page = await openInvoice('pays', await ask('pays'), { ...PHONE, javaScriptEnabled: false });
    await see(page, PAYABLE.address);
    const link = page.getByRole('link', { name: t('transactions:pay.at_node') });
    expect(await link.getAttribute('href')).toBe(PAYABLE.payUrl);
    await page.getByRole('img', { name: t('transactions:pay.code') }).waitFor();
    // Before midnight the day stands in front.
    await see(page, /^(\d\d\.\d\d\.\d{4} )?\d\d:\d\d, Moscow Time$/);
    await see(page, /^\d\d min left/);
    expect(await page.locator('meta[http-equiv=refresh]').getAttribute('content')).toBe('15');
    await changeUnfinished(site, 'pays', { pending: 40_000_000n, state: 'underpaid' });
    await page.reload();
    await see(page, t('transactions:status.underpaid', { came: '40.00 USDT', missing: '60.00 USDT' }));
  });

  test('says that the node is being asked, with a way to look again', async () => {
    const id = await ask('asks', { address: null, payUrl: null } as never);
    const page = await openInvoice('asks', id, { javaScriptEnabled: false });
    await see(page, t('transactions:status.asking'));
    await changeUnfinished(site, 'asks', PAYABLE);
    await page.getByRole('link', { name: t('transactions:reload') }).click();
    await see(page, PAYABLE.address);
  });

  test('once touched, follows its payment also for who saves data', async () => {
    const id = await ask('thrifty');
    const page = await visit();
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    await signIn(page, site, 'thrifty');
    await page.goto(`/en/dashboard/finance/transactions/${id}`);
    const followed = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/events/');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: t('transactions:pay.copy_amount') }).focus();
    await followed;
    for (const [name, value] of [
      ['copy_amount', '100.00'],
      ['copy_address', PAYABLE.address],
    ] as const) {
      await page.getByRole('button', { name: t(`transactions:pay.${name}`) }).focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => saidOn(page)).toContain(t('common:frame.copied'));
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value);
      await expect.poll(() => saidOn(page)).not.toContain(t('common:frame.copied'));
    }
    await changeUnfinished(site, 'thrifty', { pending: 40_000_000n, state: 'underpaid' });
    await see(page, t('transactions:status.underpaid', { came: '40.00 USDT', missing: '60.00 USDT' }));
  });

  test('is cancelled where it stands', async () => {
    const page = await openInvoice('cancels', await ask('cancels'), { timezoneId: 'Asia/Kolkata' });
    const loads = countLoads(page);
    const own = page.locator('[data-own-time]');
    const isShown = () => own.textContent().then((text) => /In your time zone: .*\d\d:\d\d$/.test(text ?? ''));
    await own.waitFor();
    expect(await isShown()).toBe(true);
    expect(await page.getByRole('button', { name: t('transactions:act.cancel') }).isVisible()).toBe(false);
    await unfoldActs(page);
    await page.getByRole('main').locator('astro-island:not([ssr])').waitFor({ state: 'attached' });
    expect(await isShown()).toBe(true);
    await confirmHere(page, 'cancel');
    await see(page, t('transactions:done.cancelled'));
    await see(page, t('transactions:status.cancelled'));
    expect(await page.getByRole('button', { name: t('transactions:act.cancel') }).count()).toBe(0);
    expect(loads()).toBe(0);
  });

  test('without JavaScript is cancelled, and says so once', async () => {
    const page = await openInvoice('cancelled', await ask('cancelled'), { javaScriptEnabled: false });
    await unfoldActs(page);
    await confirm(page, t('transactions:act.cancel'), t('transactions:confirm.cancel'));
    await see(page, t('transactions:done.cancelled'));
    await see(page, t('transactions:status.cancelled'));
    expect(await page.getByRole('button', { name: t('transactions:act.cancel') }).count()).toBe(0);
  });

  test('is created again under another address', async () => {
    const id = await ask('again');
    const page = await openInvoice('again', id);
    await confirmHere(page, 'recreate');
    await see(page, t('transactions:done.recreated'));
    expect(page.url()).not.toContain(id);
    await page.goto(`/en/dashboard/finance/transactions/${id}`);
    await see(page, t('transactions:status.cancelled'));
  });

  test('that has moved on meanwhile says so where it stands', async () => {
    const page = await openInvoice('late', await ask('late'), { javaScriptEnabled: false });
    await unfoldActs(page);
    await send(page, t('transactions:act.cancel'));
    const paidAt = addSeconds(new Date(), -3600);
    await changeUnfinished(site, 'late', { state: 'confirming', pending: 100_000_000n, paidAt });
    await send(page, t('transactions:confirm.cancel'));
    await see(page, t('refusals:transaction_moved_on'));
    await see(page, t('transactions:status.overdue'));
    const link = page.getByRole('link', { name: t('finance:way_out.support') });
    expect(await link.getAttribute('href')).toMatch(/^\/en\/dashboard\/support\?about=transaction%3A[\w-]{36}$/);
  });

  test('of somebody else is not there', async () => {
    const id = await ask('renewed');
    for (const one of [id, 'x', "'"]) {
      expect(await answerFor(site, 'ivan', `/en/dashboard/finance/transactions/${one}`)).toBe(404);
    }
  });
});

describe('while somebody looks, the page learns by itself', () => {
  test('where to pay and that a payment has come, and keeps the focus', async () => {
    const page = await openInvoice('waits', await ask('waits', { address: null, payUrl: null } as never));
    const cancel = page.getByRole('button', { name: t('transactions:act.cancel') });
    await unfoldActs(page);
    await cancel.focus();
    await changeUnfinished(site, 'waits', PAYABLE);
    await see(page, PAYABLE.address);
    expect(await cancel.evaluate((button) => button === document.activeElement)).toBe(true);
    await changeUnfinished(site, 'waits', { state: 'confirming', pending: 100_000_000n, paidAt: new Date() });
    await see(page, t('transactions:state.confirming'));
    await expect.poll(() => saidOn(page)).toContain(`${named}: ${t('transactions:state.confirming')}`);
    const inside = page.getByRole('main').locator(':focus');
    await expect.poll(() => inside.count()).toBe(1);
    expect(await inside.textContent()).toContain(t('transactions:state.confirming'));
  });

  test.runIf(isLong)('on a board, until it is over', async () => {
    const page = await visit();
    await signIn(page, site, 'board');
    await ask('board');
    await page.goto('/en/dashboard/turbo');
    await see(page, t('refusals:unfinished_transaction'));
    const { id: memberId } = await memberOf(site, 'board');
    await site.services.db
      .update(transactions)
      .set({ state: 'cancelled', endedAt: new Date() })
      .where(eq(transactions.memberId, memberId));
    await expect.poll(() => page.getByText(t('refusals:unfinished_transaction')).count()).toBe(0);
    expect(await saidOn(page)).toContain(`${named}: ${t('transactions:state.cancelled')}`);
  });

  test.each(everyday<readonly (typeof STATES)[number][]>(STATES.slice(0, 1), STATES))(
    'that it is %s, which its notice and its card say alike',
    async (state) => {
      const page = await visit();
      await signIn(page, site, state);
      await ask(state);
      await page.goto('/en/dashboard/licenses');
      await see(page, t('refusals:unfinished_transaction'));
      await changeUnfinished(site, state, { state });
      const told = page.getByRole('main').getByText(t(`transactions:state.${state}`), { exact: true });
      await expect.poll(() => told.count()).toBe(2);
      expect(await page.getByText(t('transactions:state.awaiting_payment')).count()).toBe(0);
      await page.goto('/en/dashboard/licenses/plans/licenses-1');
      expect(await told.count()).toBe(2);
      expect(await page.getByText(t('transactions:state.awaiting_payment')).count()).toBe(0);
    },
  );

  test.runIf(isLong)('after a line that was broken for a while', async () => {
    const page = await openInvoice('lost', await ask('lost'), { expects: /ERR_FAILED|503|did not come through/ });
    let asked = 0;
    await page.route('**/api/transactions/**', (route) => {
      asked += 1;
      return asked === 1 ? route.abort() : route.continue();
    });
    await changeUnfinished(site, 'lost', { state: 'underpaid', pending: 40_000_000n });
    const words = t('transactions:status.underpaid', { came: '40.00 USDT', missing: '60.00 USDT' });
    await page.getByText(words).waitFor({ timeout: 20_000 });
    expect(asked).toBeGreaterThan(1);
  });
});

describe('the list', () => {
  test('leads to each of them, newest first', async () => {
    const page = await visit();
    await signIn(page, site, 'anna');
    await page.goto('/en/dashboard/finance');
    await page.getByRole('link', { name: t('transactions:title') }).click();
    const rows = page.getByRole('main').getByRole('listitem');
    await expect.poll(() => rows.count()).toBeGreaterThan(3);
    const links = rows.getByRole('link');
    const { id: memberId } = await memberOf(site, 'anna');
    const mine = await site.services.db
      .select()
      .from(transactions)
      .where(eq(transactions.memberId, memberId))
      .orderBy(desc(transactions.createdAt));
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
      mine.map(({ id }) => path('en', 'transaction', { id })),
    );
    await links.last().click();
    await see(page, /^Your place L-\d{5} is active\.$/);
    await page.goto('/en/dashboard/finance/transactions?cursor=nothing');
    await rows.first().waitFor();
  });

  test('is kept true, and a row leads from wherever it is pressed', async () => {
    const id = await ask('listed');
    const page = await visit(PHONE);
    await signIn(page, site, 'listed');
    await page.goto('/en/dashboard/finance/transactions');
    const row = page.getByRole('main').getByRole('listitem').first();
    await changeUnfinished(site, 'listed', { state: 'confirming', pending: 100_000_000n, paidAt: new Date() });
    await row.getByText(t('transactions:state.confirming')).waitFor();
    const { x, y } = (await row.getByText('100.00').boundingBox())!;
    await page.mouse.click(x + 2, y + 2);
    await page.waitForURL(`**/transactions/${id}`);
  });

  test('of somebody who has none says so', async () => {
    const page = await visit();
    await signIn(page, site, 'marie');
    await page.goto('/en/dashboard/finance/transactions');
    await see(page, t('transactions:empty'));
  });
});

test('a row of the history opens to its transaction', async () => {
  const page = await visit();
  await signIn(page, site, 'anna');
  await page.goto('/en/dashboard/finance?kind=purchase');
  const row = page.locator('#history tbody tr').first();
  await row.locator('summary').click();
  await row.getByRole('link', { name: t('transactions:open') }).click();
  await page.waitForURL(/finance\/transactions\/[\w-]+$/);
});
