import type { Page, Request } from 'playwright';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isRefused } from '#domain/refusals.ts';
import { translator } from '#i18n/translator.ts';
import { CAST, DEMO_PASSWORD, type Person } from '#server/operator/seed/cast.ts';
import { memberPins } from '#server/db/schema/index.ts';
import { hashPin, openWithdrawal } from '#server/members/finance/index.ts';
import { addPayOutJob } from '#server/members/finance/pay-out-job.ts';
import { isLong } from '../support/everyday.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { giveMoney, WALLET } from '../support/people/money.ts';
import { NODE_SECRET, openTestNode } from '../support/world/node.ts';
import { memberOf, openStage, signIn } from '../support/app/stage.ts';
import { agreeAtOnce, confirm, field, fill, press, see, send, valuesOf } from './forms.ts';
import { confirmHere } from './transaction-actions.ts';
import { awake, fillOrder, PIN, seeReview, withdrawalsOf } from './withdraw.ts';

/** Members with a PIN, one per test. */
const PEOPLE = ['typing', 'sent', 'rejected', 'two', 'empty', 'page', 'plain', 'acts'] as const;
const people = PEOPLE.map((username): Person => ({ ...CAST[2]!, username, name: username }));
const node = await openTestNode();
const site = await openStage({
  people: [...CAST, ...people],
  money: true,
  env: { QPAYMENTS_URL: node.url, QPAYMENTS_SECRET: NODE_SECRET, EXPLORER_URL: 'https://explorer.example/{id}' },
});
node.webhooks.sendTo(`${site.origin}/api/webhooks/qpayments/`);
node.state.turn({ holdsPayouts: true });
const visit = await openVisitors(site.origin);
const t = translator('en');
const WAITS = { timeout: 30_000 };

beforeAll(async () => {
  for (const username of PEOPLE) {
    const { id: memberId } = await memberOf(site, username);
    const hashed = await hashPin(site.services, memberId, PIN);
    await site.services.db.insert(memberPins).values({ memberId, ...hashed, setAt: new Date() });
  }
});

/** A withdrawal that the node has accepted but not sent. */
async function withdraw(username: string, micros: bigint): Promise<string> {
  const member = await memberOf(site, username);
  const order = { destination: WALLET, network: 'trc20', amountMicros: micros } as const;
  const row = await site.services.transaction((tx) => openWithdrawal(tx, site.services, member, order));
  if (isRefused(row)) throw new Error(row.refused);
  await expect.poll(() => node.state.list().some(({ payout }) => payout.id === row.id), WAITS).toBe(true);
  return row.id;
}

/** The node ends it, and a job polls the node now instead of in five seconds. */
async function end(how: 'send' | 'reject', id: string): Promise<void> {
  node.state[how](id);
  await addPayOutJob(site.services.db, id);
}

async function open(username: (typeof PEOPLE)[number], path = '', options = {}): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, username);
  await page.goto(`/en/dashboard/finance${path}`);
  return page;
}

const openOnes = (page: Page) => page.getByRole('region', { name: t('finance:open.title') });
const receipts = (page: Page) => page.getByRole('region', { name: t('finance:open.recent') });
const saveLink = (page: Page) => receipts(page).getByRole('link', { name: t('settings:destinations.submit') });
const balanceOn = async (page: Page) =>
  (await page.locator('.equation dd').allTextContents()).map((text) => text.replaceAll(/[^\d.]+/g, '')).slice(0, 2);
const said = (state: 'completed' | 'failed', amount: string) =>
  `${t('finance:withdrawal.title')}, ${amount} USDT: ${t(`finance:state.${state}`)}`;
const told = (page: Page) => page.locator('main p.hidden-text[role=status]').first().textContent();

describe('while somebody looks at their finances, the page learns by itself', () => {
  test('that a withdrawal is completed: receipt, balance and history, and keeps what is being typed', async () => {
    await giveMoney(site.services, 'sent', 500_000_000n);
    const id = await withdraw('sent', 50_000_000n);
    const page = await open('sent', '?done=sent');
    await see(page, t('finance:done.sent'));
    await openOnes(page).waitFor();
    expect(await balanceOn(page)).toEqual(['450.00', '50.00']);
    const row = page.locator('#history tbody tr').first();
    await row.locator('summary').click();
    await awake(page, t);
    const [destination] = [t('finance:withdraw.destination')];
    await field(page, destination).pressSequentially('TMW46NB7');
    let loads = 0;
    page.on('framenavigated', () => (loads += 1));
    await end('send', id);
    await receipts(page).waitFor(WAITS);
    expect(await openOnes(page).count()).toBe(0);
    await receipts(page).getByText(t('finance:state.completed')).waitFor();
    await expect.poll(() => balanceOn(page)).toEqual(['450.00', '0.00']);
    await expect.poll(() => row.getByText(t('finance:state.sending')).count()).toBe(0);
    await row.getByText(t('finance:history.balance_after')).waitFor();
    await expect.poll(() => told(page), WAITS).toBe(said('completed', '50.00'));
    expect(await page.getByText(t('finance:done.sent')).count()).toBe(0);
    await field(page, destination).pressSequentially('emkS1BTR6i6tKEPEixQFZpoWqe');
    expect(await valuesOf(page, destination)).toEqual([WALLET]);
    const explorer = receipts(page).getByRole('link', { name: t('finance:withdrawal.explorer') });
    expect(await explorer.getAttribute('href')).toMatch(/^https:\/\/explorer\.example\/.+/);
    const view = receipts(page).getByRole('link', { name: t('finance:history.withdrawal') });
    expect(await view.getAttribute('href')).toContain(id);
    await receipts(page)
      .getByRole('button', { name: t('common:close') })
      .click();
    await expect.poll(() => receipts(page).count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('history-title');
    expect(await valuesOf(page, destination)).toEqual([WALLET]);
    expect(loads).toBe(0);
  });

  test('that one was not sent, and that its money is back', async () => {
    await giveMoney(site.services, 'rejected', 500_000_000n);
    const id = await withdraw('rejected', 60_000_000n);
    const page = await open('rejected');
    expect(await balanceOn(page)).toEqual(['440.00', '60.00']);
    await end('reject', id);
    await expect.poll(() => balanceOn(page), WAITS).toEqual(['500.00', '0.00']);
    await expect.poll(() => told(page), WAITS).toBe(said('failed', '60.00'));
    await receipts(page).getByText(t('finance:state.failed')).waitFor();
    expect(await saveLink(page).count()).toBe(0);
    await page.locator('#history .voided').waitFor();
    const bounds = { available: '500.00 USDT', minimum: '10.00 USDT', left: '5 000.00 USDT' };
    await page.getByText(t('finance:withdraw.amount_hint', bounds)).waitFor();
    await awake(page, t);
    await fillOrder(page, t, WALLET, '480');
    await press(page, t('finance:withdraw.go_on'));
    await seeReview(page, t);
  });

  test('what is typed stays when a withdrawal that was sent here moves on', async () => {
    await giveMoney(site.services, 'typing', 500_000_000n);
    const page = await open('typing');
    await awake(page, t);
    await fillOrder(page, t, WALLET, '20');
    await press(page, t('finance:withdraw.go_on'));
    await field(page, t('finance:pin.label')).fill(PIN);
    await press(page, t('finance:withdraw.send'));
    await see(page, t('finance:done.sent'));
    // The page announces an end only for withdrawals that it has listed before.
    await openOnes(page).getByText('20.00').first().waitFor(WAITS);
    await field(page, t('finance:withdraw.destination')).pressSequentially('TMW46NB7');
    const [sent] = await withdrawalsOf(site, 'typing');
    await expect.poll(() => node.state.list().some(({ payout }) => payout.id === sent?.id), WAITS).toBe(true);
    await end('send', sent!.id);
    await expect.poll(() => told(page), WAITS).toBe(said('completed', '20.00'));
    expect(await valuesOf(page, t('finance:withdraw.destination'))).toEqual(['TMW46NB7']);
  });

  test.runIf(isLong)('of several the one that has changed, and goes on with the others', async () => {
    await giveMoney(site.services, 'two', 500_000_000n);
    const first = await withdraw('two', 20_000_000n);
    const second = await withdraw('two', 30_000_000n);
    const page = await open('two', '', PHONE);
    await end('send', second);
    await expect.poll(() => told(page), WAITS).toBe(said('completed', '30.00'));
    expect(await receipts(page).getByText('20.00').count()).toBe(1);
    await end('send', first);
    await expect.poll(() => told(page), WAITS).toBe(said('completed', '20.00'));
    expect(await receipts(page).getByText(t('finance:state.completed')).count()).toBe(2);
  });

  test.runIf(isLong)('that there is enough again to withdraw', async () => {
    await giveMoney(site.services, 'empty', 50_000_000n);
    const id = await withdraw('empty', 50_000_000n);
    const page = await open('empty');
    expect(await field(page, t('finance:withdraw.amount')).count()).toBe(0);
    await end('reject', id);
    await field(page, t('finance:withdraw.amount')).waitFor(WAITS);
    await fillOrder(page, t, WALLET, '20');
    await press(page, t('finance:withdraw.go_on'));
    await seeReview(page, t);
  });
});

describe('the page of a withdrawal', () => {
  test('follows it to its end', async () => {
    await giveMoney(site.services, 'page', 500_000_000n);
    const id = await withdraw('page', 50_000_000n);
    const page = await open('page', `/withdrawals/${id}`);
    await see(page, t('finance:state.sending'));
    const copy = page.getByRole('button', { name: t('finance:withdrawal.copy') });
    await copy.focus();
    await end('send', id);
    await expect.poll(() => told(page), WAITS).toBe(said('completed', '50.00'));
    await see(page, t('finance:state.completed'));
    expect(await page.getByText(t('finance:withdrawal.to_come')).count()).toBe(0);
    expect(await copy.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('comes again by itself without a script, until it has ended', async () => {
    await giveMoney(site.services, 'plain', 500_000_000n);
    const id = await withdraw('plain', 50_000_000n);
    const page = await open('plain', `/withdrawals/${id}`, { ...PHONE, javaScriptEnabled: false });
    expect(await page.locator('meta[http-equiv=refresh]').getAttribute('content')).toBe('15');
    await end('send', id);
    const states = async () => (await withdrawalsOf(site, 'plain')).map(({ state }) => state);
    await expect.poll(states, WAITS).toEqual(['completed']);
    await page.reload();
    await see(page, t('finance:state.completed'));
    expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(0);
    // The receipt leads to the form that saves the address, and goes when it is closed.
    await page.goto('/en/dashboard/finance');
    await saveLink(page).click();
    await expect.poll(() => valuesOf(page, t('finance:withdraw.destination'))).toEqual([WALLET]);
    await page.goto('/en/dashboard/finance');
    await send(page, t('common:close'));
    expect(new URL(page.url()).pathname).toBe('/en/dashboard/finance');
    expect(await receipts(page).count()).toBe(0);
  });
});

describe('what a member does on a page is read once, by the event about it', () => {
  /** Paths that the page reads during `act`, with their number. */
  async function readsOf(page: Page, kind: string, act: () => Promise<void>): Promise<Record<string, number>> {
    await expect.poll(() => follows(page), WAITS).toBe(true);
    const reads: string[] = [];
    const unanswered = new Set<Request>();
    const note = (request: Request) => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/api/') || pathname.startsWith('/api/events/')) return;
      unanswered.add(request);
      if (request.method() === 'GET') reads.push(pathname.replaceAll(/[0-9a-f-]{36}/g, '{id}'));
    };
    const close = (request: Request) => void unanswered.delete(request);
    const heard = () => page.evaluate((one) => document.documentElement.dataset['changed']?.includes(one), kind);
    await page.evaluate(() => delete document.documentElement.dataset['changed']);
    page.on('request', note).on('requestfinished', close).on('requestfailed', close);
    await act();
    await expect.poll(heard, WAITS).toBe(true);
    // A response may trigger further reads; they start before this request returns.
    for (let times = 0; times < 3; times += 1) {
      await expect.poll(() => unanswered.size, WAITS).toBe(0);
      await page.evaluate(() => fetch('/robots.txt'));
    }
    page.off('request', note);
    return Object.fromEntries(
      [...new Set(reads)].toSorted().map((path) => [path, reads.filter((one) => one === path).length]),
    );
  }
  const followed = new WeakSet<Page>();
  const follows = (page: Page) => followed.has(page);
  async function openFollowed(path: string): Promise<Page> {
    const page = await visit();
    await signIn(page, site, 'acts');
    page.on('response', (response) => {
      if (new URL(response.url()).pathname === '/api/events/') followed.add(page);
    });
    await page.goto(`/en/dashboard${path}`);
    return page;
  }
  const finance = { '/api/finance/balance/': 1, '/api/finance/history/': 1, '/api/finance/withdrawals/': 1 };

  test('a withdrawal, its cancellation, and a receipt', async () => {
    await giveMoney(site.services, 'acts', 2_000_000_000n);
    const page = await openFollowed('/finance');
    await awake(page, t);
    await fillOrder(page, t, WALLET, '700');
    await press(page, t('finance:withdraw.go_on'));
    await field(page, t('finance:pin.label')).fill(PIN);
    const sent = await readsOf(page, 'withdrawals', async () => {
      await press(page, t('finance:withdraw.send'));
      await openOnes(page).waitFor();
    });
    expect(sent).toEqual({ ...finance, '/api/users/profile/': 1 });
    const cancelled = await readsOf(page, 'withdrawals', async () => {
      await confirm(page, t('finance:withdrawal.cancel'));
      await openOnes(page).waitFor({ state: 'detached' });
    });
    expect(cancelled).toEqual(finance);
    expect(await told(page)).toBe('');
    const id = await withdraw('acts', 20_000_000n);
    await openOnes(page).waitFor(WAITS);
    const ended = await readsOf(page, 'withdrawals', async () => {
      await end('send', id);
      await receipts(page).waitFor(WAITS);
    });
    expect(Object.keys(ended)).not.toContain('/api/finance/withdrawals/{id}/');
    const dismissed = await readsOf(page, 'withdrawals', async () => {
      await receipts(page)
        .getByRole('button', { name: t('common:close') })
        .click();
      await receipts(page).waitFor({ state: 'detached' });
    });
    expect(dismissed).toEqual(finance);
  });

  test('a request for a place and its cancellation', async () => {
    node.state.turn({ failureMode: 'slow', delayMs: 60_000 });
    onTestFinished(() => node.state.turn({ failureMode: 'well' }));
    const page = await openFollowed('/turbo');
    await page
      .locator('.plan')
      .getByRole('link', { name: t('places:choose') })
      .first()
      .click();
    const requested = await readsOf(page, 'transactions', async () => {
      await agreeAtOnce(page);
      await press(page, t('places:request.submit'));
      await see(page, t('transactions:status.asking'));
    });
    expect(requested).toEqual({ '/api/places/turbo/': 1, '/api/transactions/{id}/': 1 });
    const cancelled = await readsOf(page, 'transactions', async () => {
      await confirmHere(page, 'cancel');
      await see(page, t('transactions:done.cancelled'));
    });
    expect(cancelled).toEqual({ '/api/places/turbo/': 1 });
  });

  test('a message to support, saved settings and read notices', async () => {
    const support = await openFollowed('/support');
    await support.getByLabel(t('support:form.topic')).selectOption('other');
    await fill(support, { [t('support:form.message')]: 'Where is my place?' });
    const written = await readsOf(support, 'support', async () => {
      await press(support, t('support:form.submit'));
      await see(support, t('support:done.title'));
    });
    expect(written).toEqual({ '/api/support/': 1 });

    const settings = await openFollowed('/settings');
    await fill(settings, { [t('settings:general.email')]: 'acts-new@demo.example' });
    await fill(settings, { [t('settings:general.password')]: DEMO_PASSWORD });
    const saved = await readsOf(settings, 'notices', async () => {
      await press(settings, t('settings:general.submit'));
      await see(settings, new RegExp(t('settings:done.saved')));
    });
    expect(saved).toEqual({ '/api/users/profile/': 1 });

    const team = await openFollowed('/team');
    await team.locator('.notices-button').click();
    const panel = team.getByRole('dialog', { name: t('notices:title') });
    await panel.getByRole('listitem').first().waitFor();
    const read = await readsOf(team, 'notices', async () => {
      await panel.getByRole('button', { name: t('notices:mark_all') }).click();
      await see(team, t('notices:all_read'));
    });
    expect(read).toEqual({ '/api/notices/': 1, '/api/users/profile/': 1 });
  });
});
