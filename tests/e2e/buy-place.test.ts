import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, onTestFinished, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { transactions } from '#server/db/schema/index.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { isLong } from '../support/everyday.ts';
import { NODE_SECRET, openTestNode } from '../support/world/node.ts';
import { peopleBelow } from '../support/people/people.ts';
import { memberOf, openStage, signIn } from '../support/app/stage.ts';
import { agreeAtOnce } from './forms.ts';
import { confirmHere, saidOn } from './transaction-actions.ts';

const node = await openTestNode();
const site = await openStage({
  people: peopleBelow('anna', 9, () => 0),
  money: true,
  env: { QPAYMENTS_URL: node.url, QPAYMENTS_SECRET: NODE_SECRET },
});
node.webhooks.sendTo(`${site.origin}/api/webhooks/qpayments/`);
const visit = await openVisitors(site.origin);
const t = translator('en');
/** Several processes report, check, record and show a payment, which takes time on a busy machine. */
const PATIENCE_MS = 30_000;
const WAITS = { timeout: PATIENCE_MS };

async function open(username: string, path: string, options: Parameters<typeof visit>[0] = {}): Promise<Page> {
  const page = await visit(options);
  page.setDefaultTimeout(PATIENCE_MS);
  await signIn(page, site, username);
  await page.goto(`/en/dashboard/${path}`);
  return page;
}

/** Of a payment, before and after it. */
const STEPS = (['awaiting_payment', 'confirming', 'active'] as const).map((state) => t(`transactions:state.${state}`));

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();
const card = (page: Page, title: string) =>
  page.locator('.plan').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** From the board to the invoice. Resolves to the id of the transaction, which the node knows by then. */
async function requestOn(page: Page, title: string): Promise<string> {
  await card(page, title)
    .getByRole('link', { name: t('places:choose') })
    .click();
  await agreeAtOnce(page);
  await press(page, t('places:request.submit'));
  await page.waitForURL(/finance\/transactions\/[0-9a-f-]{36}/);
  const id = /transactions\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
  await expect.poll(() => node.state.findPaymentRequest(id) !== undefined, WAITS).toBe(true);
  await page.reload();
  await page.getByRole('link', { name: t('transactions:pay.at_node') }).waitFor();
  return id;
}

/** Pays the missing amount on the node's page, which the invoice links. */
async function payAtNode(page: Page): Promise<void> {
  const link = page.getByRole('link', { name: t('transactions:pay.at_node') });
  const there = await page.context().newPage();
  await there.goto((await link.getAttribute('href')) ?? '');
  await there.getByRole('button', { name: /^Pay exactly [\d.]+ USDT$/ }).click();
  await there.getByText('Nothing is missing.').waitFor();
  await there.close();
}

/** Where a member pays; null until the node has taken the request. */
async function addressOf(username: string): Promise<string | null | undefined> {
  const { id } = await memberOf(site, username);
  const { db } = site.services;
  const [found] = await db.select().from(transactions).where(eq(transactions.memberId, id));
  return found?.address;
}

const isTold = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor();

describe('a place', () => {
  test('is requested, paid at the node, watched becoming active, and opens the next plan', async () => {
    const page = await open('p1', 'licenses');
    expect(await card(page, 'Atrium').getByText('Portico').isVisible()).toBe(true);
    await requestOn(page, 'Portico');
    expect(await page.title()).toContain(t('transactions:one'));

    await payAtNode(page);
    // The page updates without a reload and announces it to screen readers.
    await page.getByRole('link', { name: t('places:show_structure') }).waitFor();
    await isTold(page, /^Position \d under L-\d{5}\.$/);
    expect(await saidOn(page)).toContain(t('transactions:state.active'));

    await follow(page, t('places:show_structure'));
    await page.waitForURL(/licenses\/structure/);
    const seats = page.locator('#structure .seat:not(.free)');
    expect(await seats.allTextContents()).toEqual([expect.stringContaining('@p1')]);
    await page.goto('/en/dashboard/licenses');
    await card(page, 'Atrium')
      .getByRole('link', { name: t('places:choose') })
      .waitFor();
  });

  test('turns from request to open place in the sheet over its board, and the card behind it with it', async () => {
    const page = await open('p8', 'turbo');
    await card(page, 'Stadion')
      .getByRole('link', { name: t('places:choose') })
      .click();
    const sheet = page.getByRole('dialog');
    await agreeAtOnce(sheet);
    await sheet.getByRole('button', { name: t('places:request.submit') }).click();
    await sheet.getByRole('link', { name: t('transactions:pay.at_node') }).waitFor();
    expect(await sheet.locator('.timeline b').allTextContents()).toEqual(STEPS);
    await payAtNode(page);
    await sheet.getByText(/^Your place T-\d{5} is active\.$/).waitFor();
    await card(page, 'Stadion').getByText(t('places:state.active'), { exact: true }).waitFor();
    expect(await saidOn(page)).toContain(t('transactions:state.active'));
    expect(await sheet.locator('.timeline b').allTextContents()).toEqual(STEPS);
    const toStructure = await sheet.getByRole('link', { name: t('places:show_structure') }).getAttribute('href');
    await page.keyboard.press('Escape');
    await page.waitForURL('**/dashboard/turbo');
    const opened = page.locator('.notice', { hasText: /Your place T-\d{5} is active\./ });
    const link = opened.getByRole('link', { name: t('places:show_structure') });
    expect(await link.getAttribute('href')).toBe(toStructure);
    await link.click();
    await page.waitForURL(/turbo\/structure\?place=\d+$/);
  });

  test('shows the way to pay when one event tells of the request and of the node that has taken it', async () => {
    node.state.turn({ failureMode: 'slow', delayMs: 1_500 });
    onTestFinished(() => node.state.turn({ failureMode: 'well' }));
    const page = await open('p9', 'turbo');
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/events/**', async (route) => {
      await isReleased;
      await route.continue();
    });
    await card(page, 'Stadion')
      .getByRole('link', { name: t('places:choose') })
      .click();
    const sheet = page.getByRole('dialog');
    await agreeAtOnce(sheet);
    await sheet.getByRole('button', { name: t('places:request.submit') }).click();
    await sheet.getByText(t('transactions:status.asking')).waitFor();
    await expect.poll(() => addressOf('p9'), WAITS).not.toBeNull();
    release();
    await sheet.getByRole('link', { name: t('transactions:pay.at_node') }).waitFor();
  });

  test('the same without JavaScript, on a phone', async () => {
    const page = await open('p2', 'turbo', { ...PHONE, javaScriptEnabled: false });
    const id = await requestOn(page, 'Stadion');
    await payAtNode(page);
    await expect
      .poll(async () => {
        await page.goto(`/en/dashboard/finance/transactions/${id}`);
        return page.getByRole('link', { name: t('places:show_structure') }).count();
      }, WAITS)
      .toBe(1);
  });
});

describe('what can go wrong', () => {
  test('too little: the page says what is missing, and the rest opens the place', async () => {
    const page = await open('p3', 'fast-money');
    const id = await requestOn(page, 'Spring');
    node.state.pay(id, { amount: '5.00' });
    await isTold(page, t('transactions:state.underpaid'));
    await isTold(page, t('transactions:status.underpaid', { came: '5.00 USDT', missing: '15.00 USDT' }));
    node.state.pay(id, { amount: '15.00' });
    await page.getByRole('link', { name: t('places:show_structure') }).waitFor();
  });

  test.runIf(isLong)('too much: the place opens, and the rest is on the balance', async () => {
    const page = await open('p4', 'fast-money');
    const id = await requestOn(page, 'Spring');
    node.state.pay(id, { amount: '35.00' });
    await isTold(page, t('transactions:status.too_much', { returned: '15.00 USDT' }));
    await follow(page, t('transactions:to_balance'));
    await page.waitForURL(/dashboard\/finance$/);
    expect(await page.getByText('15.00').first().isVisible()).toBe(true);
  });

  test('an unfinished transaction is said first everywhere, and can be made again or cancelled', async () => {
    const page = await open('p5', 'dreamx');
    const first = await requestOn(page, 'House by the sea');
    await page.goto('/en/dashboard/licenses');
    await isTold(page, t('refusals:unfinished_transaction'));
    await follow(page, `${t('places:choose')}: Portico`);
    await page.getByRole('dialog').getByText(t('refusals:unfinished_transaction')).waitFor();
    expect(await page.getByRole('button', { name: t('places:request.submit') }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await confirmHere(page, 'recreate');
    await isTold(page, t('transactions:done.recreated'));
    const link = page.getByRole('link', { name: t('transactions:go_to_payment') });
    await expect.poll(() => link.getAttribute('href')).not.toContain(first);
    await confirmHere(page, 'cancel');
    await isTold(page, t('transactions:done.cancelled'));
    await page.goto('/en/dashboard/dreamx');
    await card(page, 'House by the sea')
      .getByRole('link', { name: t('places:choose') })
      .waitFor();
  });

  test.runIf(isLong)('another currency does not count, and says where to turn', async () => {
    const page = await open('p6', 'dreamx');
    const id = await requestOn(page, 'House by the sea');
    node.state.pay(id, { amount: '1000.00', currency: 'BTC' });
    await node.webhooks.settled();
    await expect
      .poll(async () => {
        await page.reload();
        return page.getByText(t('transactions:status.other_currency')).count();
      }, WAITS)
      .toBe(1);
    await confirmHere(page, 'cancel');
    await isTold(page, t('transactions:done.cancelled'));
  });

  test('a node that is down: the page says so calmly, and goes on when it is back', async () => {
    node.state.turn({ failureMode: 'down' });
    const page = await open('p7', 'dreamx');
    await card(page, 'House by the sea')
      .getByRole('link', { name: t('places:choose') })
      .click();
    await agreeAtOnce(page);
    await press(page, t('places:request.submit'));
    await isTold(page, t('transactions:status.asking'));
    for (const other of ['profile', 'team', 'finance', 'licenses']) {
      const answer = await page.request.get(`/en/dashboard/${other}`);
      expect(answer.status()).toBe(200);
    }
    node.state.turn({ failureMode: 'well' });
    await page.getByRole('link', { name: t('transactions:pay.at_node') }).waitFor();
    const code = page.getByRole('img', { name: t('transactions:pay.code') });
    await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const address = (await code.getAttribute('src')) ?? '';
    await confirmHere(page, 'cancel');
    await isTold(page, t('transactions:done.cancelled'));

    const somebodyElse = await open('p1', 'dreamx');
    const answer = await somebodyElse.request.get(address, { maxRedirects: 0 });
    expect([answer.status(), answer.headers()['location']]).toEqual([302, '/en/dashboard/finance/transactions']);
  });
});
