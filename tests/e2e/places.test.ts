import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { members, plans } from '#server/db/schema/index.ts';
import { CAST, type Person } from '#server/db/seed/cast.ts';
import { openVisitors, PHONE } from '../support/browser.ts';
import { openStage, signIn } from '../support/stage.ts';
import { notSee, see, send } from './forms.ts';

/** Buyers who have nothing yet, one for each thing that is tried. */
const BUYERS = ['plain', 'script', 'dear', 'twice', 'busy'] as const;
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

const card = (page: Page, number: number) => page.locator(`#plan-${number}`);

describe('a board', () => {
  test('shows each plan as it stands for me, and my places', async () => {
    const page = await openAs('ivan', 'licenses');
    const badges = await page.locator('.plan .badge').allTextContents();
    const states = ['active', 'available', ...Array<string>(3).fill('previous_required'), 'in_development'];
    expect(badges).toEqual(states.map((state) => t(`places:state.${state as 'active'}`)));
    const places = page.getByRole('region', { name: t('places:filter.mine') }).getByRole('listitem');
    expect(await places.count()).toBe(1);
    await card(page, 1)
      .getByRole('link', { name: t('places:show_structure') })
      .click();
    await page.getByRole('heading', { level: 1, name: t('places:structure.title') }).waitFor();
  });

  test.each(WAYS)('is narrowed by links, and the filter dropped', async (way) => {
    const page = await openAs('ivan', 'licenses', way);
    const cards = page.locator('.plan');
    await page.getByRole('link', { name: t('places:filter.mine'), exact: true }).click();
    await expect.poll(() => cards.count()).toBe(1);
    await page.getByRole('link', { name: t('places:filter.available'), exact: true }).click();
    await expect.poll(() => card(page, 2).count()).toBe(1);
    expect(await cards.count()).toBe(1);
    expect(new URL(page.url()).search).toBe('?show=available');
    await page.getByRole('link', { name: t('places:filter.drop') }).click();
    await expect.poll(() => cards.count()).toBe(6);
  });

  test('says that there is nothing when a filter leaves nothing', async () => {
    const page = await openAs('root', 'turbo?show=mine');
    await see(page, t('common:nothing_here'));
    expect(await page.getByRole('link', { name: t('places:show_structure') }).count()).toBe(0);
    await page.goto('/en/dashboard/turbo/structure');
    await see(page, t('common:nothing_here'));
  });

  test('leads from a plan that is shut to the one before it, whatever the filter', async () => {
    const page = await openAs('ivan', 'licenses');
    await card(page, 3).getByRole('link').click();
    await page.waitForURL(/#plan-2$/);
    expect(await card(page, 2).evaluate((element) => element.matches(':target'))).toBe(true);
  });

  test('of Dream X shows the property', async () => {
    const page = await openAs('anna', 'dreamx');
    await card(page, 1).getByRole('heading', { level: 3 }).waitFor();
    await see(page, t('refusals:already_bought'));
  });

  test.each(['licenses', 'turbo', 'fast-money', 'dreamx', 'licenses/structure', 'turbo/plans/turbo-1'])(
    'and %s says first what is unfinished',
    async (address) => {
      const page = await openAs('jonas', address);
      await see(page, t('refusals:unfinished_transaction'));
      expect(await page.getByRole('button', { name: t('transactions:act.cancel') }).count()).toBe(1);
      await page.getByRole('link', { name: t('transactions:go_to_payment') }).click();
      await page.waitForURL(/finance\/transactions\/[\w-]+$/);
    },
  );
});

describe('a plan', () => {
  test.each(WAYS)('is requested by a form that leads to the invoice', async (way) => {
    const page = await openAs(way.javaScriptEnabled ? 'script' : 'plain', 'licenses', way);
    await card(page, 1)
      .getByRole('link', { name: t('places:choose') })
      .click();
    await see(page, t('places:how.seat'));
    await page.getByRole('link', { name: t('partner:disclosure.title') }).waitFor();
    await send(page, t('places:request.submit'));
    await page.waitForURL(/finance\/transactions\/[\w-]+/);
    await see(page, t('transactions:standing.asking'));
    await page.goto('/en/dashboard/licenses/plans/licenses-1');
    await see(page, t('refusals:unfinished_transaction'));
    expect(await page.getByRole('button', { name: t('places:request.submit') }).count()).toBe(0);
  });

  test('says that its price has changed, and asks again at the new one', async () => {
    const page = await openAs('dear', 'turbo/plans/turbo-1');
    await site.house.db.update(plans).set({ price: 77_000_000n }).where(eq(plans.id, 'turbo-1'));
    await send(page, t('places:request.submit'));
    await see(page, t('refusals:price_changed'));
    await see(page, /^The price is now 77,00 USDT$/);
    await send(page, t('places:request.submit'));
    await page.waitForURL(/finance\/transactions\//);
    await see(page, t('transactions:standing.asking'));
  });

  test('leads to what was requested meanwhile in another window', async () => {
    const page = await openAs('twice', 'licenses/plans/licenses-1');
    const other = await page.context().newPage();
    await other.goto('/en/dashboard/fast-money/plans/fast-money-1');
    await send(other, t('places:request.submit'));
    await send(page, t('places:request.submit'));
    await see(page, t('refusals:unfinished_transaction'));
    await notSee(page, t('places:request.title'));
    await page.getByRole('link', { name: t('transactions:go_to_payment') }).click();
    await page.waitForURL(/finance\/transactions\//);
  });

  test('that is asked for at this moment is asked for again as the same request', async () => {
    const page = await openAs('busy', 'fast-money/plans/fast-money-1', { javaScriptEnabled: false, expects: /^409 / });
    const uid = await page.locator('[name=uid]').inputValue();
    const [busy] = await site.house.db.select().from(members).where(eq(members.username, 'busy'));
    const other = await site.house.pool.connect();
    await other.query('select pg_advisory_lock(hashtextextended($1, $2))', [uid, busy!.id]);
    await send(page, t('places:request.submit')).finally(() => other.release(true));
    await see(page, t('refusals:in_flight'));
    expect(await page.locator('[name=uid]').inputValue()).toBe(uid);
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
      const page = await visit();
      await signIn(page, site, 'ivan');
      const answer = await page.goto(`/en/dashboard/${address}`);
      expect(answer?.status()).toBe(404);
    },
  );
});
