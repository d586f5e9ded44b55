import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { members, plans, transactions } from '#server/db/schema/index.ts';
import { CAST, type Person } from '#server/operator/seed/cast.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { isLong } from '../support/everyday.ts';
import { answerFor, memberOf, openStage, signIn } from '../support/app/stage.ts';
import { agreeAtOnce, countLoads, notSee, press, see, send } from './forms.ts';

/** Buyers without places, one per test. */
const BUYERS = ['plain', 'sheet', 'page', 'cut', 'chunk', 'dear', 'twice', 'second', 'busy'] as const;
const buyers = BUYERS.map((username): Person => ({ ...CAST[5]!, username, name: username }));
const site = await openStage({ people: [...CAST, ...buyers], money: true });
const visit = await openVisitors(site.origin);
const t = translator('en');
const WAYS = [{ javaScriptEnabled: true }, { ...PHONE, javaScriptEnabled: false }] as const;

async function openAs(username: string, address: string, options = {}): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, username);
  await page.goto(`/en/dashboard/${address}`);
  return page;
}

async function countTransactions(username: string): Promise<number> {
  const { id } = await memberOf(site, username);
  return site.services.db.$count(transactions, eq(transactions.memberId, id));
}

async function openSheet(page: Page, number: number) {
  await card(page, number)
    .getByRole('link', { name: t('places:choose') })
    .click();
  return page.getByRole('dialog');
}

/** Headings of a plan and, last, its button. */
const PARTS = [t('places:request.title'), t('places:how.title'), t('places:request.submit')];
const partsOf = (sheet: Locator) => sheet.locator('h2, h3, .primary').allTextContents();

const headOf = (sheet: Locator) => [
  sheet.getByRole('heading').first(),
  sheet.getByRole('button', { name: t('common:close'), exact: true }),
];

/** Nothing covers or cuts it. */
async function expectInSight(...parts: Locator[]): Promise<void> {
  for (const part of parts) {
    const isWhole = await part.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const isThere = (y: number) => element.contains(document.elementFromPoint((left + right) / 2, y));
      return isThere(top + 1) && isThere(bottom - 1);
    });
    expect([await part.textContent(), isWhole]).toEqual([await part.textContent(), true]);
  }
}

/** What people read of everybody's result before they pay. */
const EARNED_NOTHING = /\d+ of \d+ members have earned nothing so far\. Half of members .* Income disclosure/;

const card = (page: Page, number: number) => page.locator(`#plan-${number}`);

describe('a board', () => {
  test('shows each plan as it stands for me, and my places', async () => {
    const page = await openAs('ivan', 'licenses');
    const badges = await page.locator('.plan .badge').allTextContents();
    const states = ['active', 'available', ...Array<string>(3).fill('previous_required'), 'in_development'];
    expect(badges).toEqual(states.map((state) => t(`places:state.${state as 'active'}`)));
    const places = page.getByRole('region', { name: t('places:filter.mine') }).getByRole('listitem');
    expect(await places.count()).toBe(1);
    const numbersDownwards = () =>
      page.locator('.plan').evaluateAll((cards) => {
        const topOf = (one: Element) => Math.round(one.getBoundingClientRect().top);
        return cards.toSorted((a, b) => topOf(a) - topOf(b)).map(({ id }) => Number(id.replace('plan-', '')));
      });
    expect(await numbersDownwards()).toEqual([1, 2, 3, 4, 5, 6]);
    const [locked, inDevelopment] = await Promise.all([5, 6].map((number) => card(page, number).boundingBox()));
    expect(inDevelopment!.y).toBe(locked!.y);
    expect(inDevelopment!.height).toBeLessThan(locked!.height * 0.6);
    await page.setViewportSize(PHONE.viewport);
    expect(await numbersDownwards()).toEqual([2, 1, 3, 4, 5, 6]);
    await card(page, 1)
      .getByRole('link', { name: t('places:show_structure') })
      .click();
    await page.getByRole('heading', { level: 1, name: t('places:structure.title') }).waitFor();
  });

  test.each(WAYS)('is narrowed by links, and widened by the same link or by “All”', async (way) => {
    const page = await openAs('ivan', 'licenses', way);
    const cards = page.locator('.plan');
    await page.getByRole('link', { name: t('places:filter.mine'), exact: true }).click();
    await expect.poll(() => cards.count()).toBe(1);
    await page.getByRole('link', { name: t('places:filter.available'), exact: true }).click();
    await expect.poll(() => card(page, 2).count()).toBe(1);
    expect(await cards.count()).toBe(1);
    expect(new URL(page.url()).search).toBe('?show=available');
    const chip = (name: 'all' | 'available') =>
      page.getByRole('link', { name: t(`places:filter.${name}`), exact: true });
    await chip('available').click();
    await expect.poll(() => cards.count()).toBe(6);
    expect(await chip('all').getAttribute('aria-current')).toBe('true');
    await chip('available').click();
    await expect.poll(() => cards.count()).toBe(1);
    await chip('all').click();
    await expect.poll(() => cards.count()).toBe(6);
    expect(new URL(page.url()).search).toBe('');
  });

  test('is narrowed in place, and Back widens it again', async () => {
    const page = await openAs('ivan', 'licenses');
    const loads = countLoads(page);
    await page.getByRole('link', { name: t('places:filter.available'), exact: true }).click();
    await expect.poll(() => page.locator('.plan').count()).toBe(1);
    await page
      .getByRole('status')
      .getByText(t('places:filter.shown', { number: 1 }))
      .waitFor({ state: 'attached' });
    await page.goBack();
    await expect.poll(() => page.locator('.plan').count()).toBe(6);
    expect([new URL(page.url()).search, loads()]).toEqual(['', 0]);
  });

  test('says that there is nothing when a filter leaves nothing', async () => {
    const page = await openAs('jonas', 'licenses?show=available');
    await see(page, t('common:nothing_here'));
    await page.getByRole('link', { name: t('places:filter.drop') }).click();
    await expect.poll(() => page.locator('.plan').count()).toBeGreaterThan(0);
  });

  test.each(WAYS)('leads somebody without a place to the first plan', async (way) => {
    const page = await openAs('root', 'turbo?show=mine', way);
    await see(page, t('places:none'));
    expect(await page.getByRole('link', { name: t('places:show_structure') }).count()).toBe(0);
    await page.getByRole('link', { name: new RegExp(`^${t('places:choose')}: 1 “`) }).click();
    await page.getByRole('button', { name: t('places:request.submit') }).waitFor();
    await page.goto('/en/dashboard/turbo/structure');
    await see(page, t('places:none'));
  });

  test('leads from a plan that is shut to the one before it, whatever the filter', async () => {
    const page = await openAs('ivan', 'licenses');
    await card(page, 3).getByRole('link').click();
    await page.waitForURL(/#plan-2$/);
    expect(await card(page, 2).evaluate((element) => element.matches(':target'))).toBe(true);
  });

  test.runIf(isLong)('of Dream X shows the property', async () => {
    const page = await openAs('anna', 'dreamx');
    await card(page, 1).getByText('Batumi, Georgia').waitFor();
    // The property has the plan's name, which must appear only once.
    expect(await card(page, 1).getByText('House by the sea', { exact: true }).count()).toBe(1);
    const picture = card(page, 1).locator('.property img');
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
    await see(page, t('refusals:already_bought'));
  });

  test.each(['licenses', 'turbo', 'fast-money', 'dreamx', 'licenses/structure', 'turbo/plans/turbo-1'])(
    'and %s says first what is unfinished',
    async (address) => {
      const page = await openAs('jonas', address, { walks: 'jonas' });
      await see(page, t('refusals:unfinished_transaction'));
      expect(await page.getByRole('button', { name: t('transactions:act.cancel') }).count()).toBe(1);
      await page.getByRole('link', { name: t('transactions:go_to_payment') }).click();
      await page.waitForURL(/finance\/transactions\/[\w-]+$/);
    },
  );
});

test('guests read on the partner page and at sign-up what members earned', async () => {
  const guest = await visit({ ...PHONE, javaScriptEnabled: false });
  for (const address of ['/en/partnerlink/ivan', '/en/auth/sign-up?ref=ivan']) {
    await guest.goto(address);
    expect(await guest.getByRole('main').textContent()).toMatch(EARNED_NOTHING);
  }
});

describe('a plan', () => {
  test('without JavaScript is requested by a form that leads to the invoice', async () => {
    const page = await openAs('plain', 'licenses', { ...PHONE, javaScriptEnabled: false });
    await card(page, 1)
      .getByRole('link', { name: t('places:choose') })
      .click();
    await see(page, t('places:how.seat'));
    const risk = page.locator('.sheet .notice', { hasText: t('partner:risk.title') });
    await risk.getByRole('link', { name: t('partner:disclosure.title') }).waitFor();
    expect(await risk.textContent()).toMatch(EARNED_NOTHING);
    const means = page.locator('.sheet .facts', { hasText: t('places:closing') });
    expect(await means.textContent()).toContain(
      '160.00 USDTThe plan’s own figure for a filled structure. Closing pays',
    );
    expect(await page.locator('.sheet').textContent()).toMatch(
      /Completed: \d of \d+ places\. Median result of .* USDT/,
    );
    expect(await partsOf(page.locator('.sheet'))).toEqual(PARTS);
    await agreeAtOnce(page);
    await send(page, t('places:request.submit'));
    await page.waitForURL(/finance\/transactions\/[\w-]+/);
    await see(page, t('transactions:status.asking'));
    await page.goto('/en/dashboard/licenses/plans/licenses-1');
    await see(page, t('refusals:unfinished_transaction'));
    expect(await page.getByRole('button', { name: t('places:request.submit') }).count()).toBe(0);
  });

  test('opens over its board, and its request becomes the invoice there, once however often it is pressed', async () => {
    const page = await openAs('sheet', 'licenses', PHONE);
    const loads = countLoads(page);
    const sheet = await openSheet(page, 1);
    await sheet.getByText(t('places:how.seat')).waitFor();
    expect(await sheet.textContent()).toMatch(EARNED_NOTHING);
    expect(new URL(page.url()).pathname).toBe('/en/dashboard/licenses/plans/licenses-1');
    expect(await partsOf(sheet)).toEqual([t('places:plan_titled', { number: 1, title: 'Portico' }), ...PARTS]);
    expect((await sheet.textContent())?.split('Portico')).toHaveLength(2);
    const submit = sheet.getByRole('button', { name: t('places:request.submit') });
    for (const viewport of [{ width: 1280, height: 800 }, PHONE.viewport]) {
      await page.setViewportSize(viewport);
      await expectInSight(submit, sheet.getByText('100.00'), ...headOf(sheet));
    }
    await sheet.getByText(t('places:how.pays_nobody')).scrollIntoViewIfNeeded();
    await expectInSight(submit, ...headOf(sheet));
    await agreeAtOnce(sheet);
    await submit.dblclick();
    await sheet.getByText(t('transactions:status.asking')).waitFor();
    await expectInSight(...headOf(sheet), sheet.getByText(t('transactions:status.asking')));
    await page.waitForURL(/finance\/transactions\/[\w-]+$/);
    const focused = sheet.locator(':focus');
    expect(await focused.textContent()).toBe(t('transactions:status.asking'));
    expect(await countTransactions('sheet')).toBe(1);
    await card(page, 1).getByText(t('transactions:state.awaiting_payment')).waitFor();
    await sheet.getByRole('button', { name: t('common:close'), exact: true }).click();
    await page.waitForURL('**/dashboard/licenses');
    await see(page, t('refusals:unfinished_transaction'));
    await expect.poll(() => card(page, 1).evaluate((one) => one === document.activeElement)).toBe(true);
    expect(loads()).toBe(0);
  });

  test('is closed and opened again by Back and Forward, and stands alone at its address', async () => {
    const page = await openAs('second', 'licenses');
    const sheet = await openSheet(page, 1);
    await sheet.waitFor();
    await page.goBack();
    await expect.poll(() => sheet.count()).toBe(0);
    await page.goForward();
    await sheet.getByRole('heading', { name: t('places:request.title') }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: /Portico/ }).waitFor();
    expect(await sheet.count()).toBe(0);
  });

  test('as a page turns into the invoice, too', async () => {
    const page = await openAs('page', 'licenses/plans/licenses-1');
    const loads = countLoads(page);
    await agreeAtOnce(page);
    await press(page, t('places:request.submit'));
    await see(page, t('transactions:status.asking'));
    await page.waitForURL(/finance\/transactions\/[\w-]+$/);
    expect(loads()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: t('transactions:one') }).waitFor();
  });

  test('whose request was cut off is asked for again as the same request', async () => {
    const page = await openAs('cut', 'licenses', { expects: /ERR_|did not come through/ });
    await page.route('**/requests/', async (route) => {
      await route.fetch();
      await route.abort();
    });
    // Otherwise an event could show the request before the test presses again.
    await page.route('**/api/events/**', (route) => route.abort());
    const sheet = await openSheet(page, 1);
    await agreeAtOnce(sheet);
    await sheet.getByRole('button', { name: t('places:request.submit') }).click();
    await sheet.getByText(t('common:line_broken')).waitFor();
    for (const viewport of [{ width: 1280, height: 800 }, PHONE.viewport]) {
      await page.setViewportSize(viewport);
      const submit = sheet.getByRole('button', { name: t('places:request.submit') });
      await expectInSight(submit, sheet.getByText(t('common:line_broken')), ...headOf(sheet));
    }
    await page.unroute('**/requests/');
    await agreeAtOnce(sheet);
    await sheet.getByRole('button', { name: t('places:request.submit') }).click();
    await sheet.getByText(t('transactions:status.asking')).waitFor();
    expect(await countTransactions('cut')).toBe(1);
  });

  test.runIf(isLong)('can be requested where the script of the page never comes', async () => {
    const page = await openAs('chunk', 'licenses', { expects: /ERR_FAILED|404|Failed to fetch/ });
    await page.route(/(board|plan)-screen.*\.js/, (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await card(page, 1)
      .getByRole('link', { name: t('places:choose') })
      .click();
    await page.getByRole('heading', { level: 1, name: /Portico/ }).waitFor();
    await agreeAtOnce(page);
    await send(page, t('places:request.submit'));
    await see(page, t('transactions:status.asking'));
  });

  test('says that its price has changed, and asks again at the new one', async () => {
    const page = await openAs('dear', 'turbo/plans/turbo-1', { expects: /^409 |409/ });
    await site.services.db.update(plans).set({ price: 77_000_000n }).where(eq(plans.id, 'turbo-1'));
    await agreeAtOnce(page);
    await press(page, t('places:request.submit'));
    await see(page, t('refusals:price_changed'));
    await see(page, /^New price 77.00 USDT$/);
    await agreeAtOnce(page);
    await press(page, t('places:request.submit'));
    await see(page, t('transactions:status.asking'));
  });

  test('leads to what was requested meanwhile in another window', async () => {
    const page = await openAs('twice', 'licenses', { expects: /409|ERR_FAILED|did not come through/ });
    const sheet = await openSheet(page, 1);
    const submit = sheet.getByRole('button', { name: t('places:request.submit') });
    await submit.waitFor();
    // Blocks updates from the server.
    await page.route('**/api/places/licenses/', (route) => route.abort());
    await page.route('**/api/events/**', (route) => route.abort());
    const other = await page.context().newPage();
    await other.goto('/en/dashboard/fast-money/plans/fast-money-1');
    await agreeAtOnce(other);
    await press(other, t('places:request.submit'));
    await see(other, t('transactions:status.asking'));
    await page.unroute('**/api/places/licenses/');
    await agreeAtOnce(sheet);
    await submit.click();
    await sheet.getByText(t('refusals:unfinished_transaction')).first().waitFor();
    await notSee(page, t('places:request.title'));
    await expectInSight(...headOf(sheet));
    expect(await countTransactions('twice')).toBe(1);
    await sheet.getByRole('link', { name: t('transactions:go_to_payment') }).click();
    await page.waitForURL(/finance\/transactions\//);
  });

  test.runIf(isLong)('that is asked for at this moment is asked for again as the same request', async () => {
    const page = await openAs('busy', 'fast-money/plans/fast-money-1', { javaScriptEnabled: false, expects: /^409 / });
    const uid = await page.locator('[name=uid]').inputValue();
    const [busy] = await site.services.db.select().from(members).where(eq(members.username, 'busy'));
    const other = await site.services.pool.connect();
    await other.query('select pg_advisory_lock(hashtextextended($1, $2))', [uid, busy!.id]);
    await agreeAtOnce(page);
    await send(page, t('places:request.submit')).finally(() => other.release(true));
    await see(page, t('refusals:in_flight'));
    expect(await page.locator('[name=uid]').inputValue()).toBe(uid);
    await agreeAtOnce(page);
    await send(page, t('places:request.submit'));
    await page.waitForURL(/finance\/transactions\//);
  });

  test('that can’t be had says why', async () => {
    const page = await openAs('ivan', 'licenses/plans/licenses-6');
    await see(page, t('common:in_development'));
    await page.goto('/en/dashboard/licenses/plans/licenses-4');
    await page.getByRole('link', { name: /^3 “/ }).waitFor();
    expect(await page.getByRole('button', { name: t('places:request.submit') }).count()).toBe(0);
  });

  test.each(['licenses/plans/nothing', 'nowhere/plans/licenses-1', 'turbo/plans/licenses-1', 'finance/structure'])(
    '%s is not there',
    async (address) => {
      expect(await answerFor(site, 'ivan', `/en/dashboard/${address}`)).toBe(404);
    },
  );
});
