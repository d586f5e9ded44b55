import { describe, expect, test } from 'vitest';
import { getPlansSchema } from '#contracts/console/plans.ts';
import { consolePath } from '#domain/console-paths.ts';
import { translator } from '#i18n/translator.ts';
import { plans } from '#server/db/schema/index.ts';
import { totpCode } from '#server/api/second-factor/index.ts';
import { DEMO_TOTP_SECRET, seedStaff } from '#server/operator/seed/staff.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { openStage } from '../support/app/stage.ts';
import { barriersOn } from './barriers.ts';
import { signInStaff, untilAlive } from './staff.ts';

const t = translator('en');

/** An installation without plans, posts and money. */
async function openEmpty() {
  const site = await openStage();
  const { services } = site;
  await services.transaction((tx) => seedStaff(tx, services));
  const visit = await openVisitors(site.origin);
  const openAs = async (name: string, address: string, options: Parameters<typeof visit>[0] = {}) => {
    const page = await visit({ locale: 'en', ...options });
    await signInStaff(page, site, name);
    await page.goto(address);
    if (options.javaScriptEnabled !== false) await untilAlive(page);
    return page;
  };
  return { services, openAs, readPlans: () => services.db.select().from(plans).orderBy(plans.id) };
}

const EXAMPLE = ['dreamx-1', 'fast-money-1', 'licenses-1', 'licenses-2', 'turbo-1'];

describe('the first plans', () => {
  test('begin with an example in the empty editor, are changed, shown and applied', async () => {
    const { openAs, readPlans } = await openEmpty();
    const page = await openAs('oscar', consolePath('plans'), PHONE);
    await page.getByText(t('console_content:plans.empty')).waitFor();
    await page.getByRole('link', { name: t('console_content:plans.edit') }).click();
    const begin = page.getByRole('button', { name: t('console_content:plans.start') });
    await begin.waitFor();
    expect(await page.getByText(t('console_content:plans.json_broken')).count()).toBe(0);
    await untilAlive(page);
    await begin.dblclick();
    await page.getByText(/^Draft saved/).waitFor();
    expect(await page.getByRole('region', { name: 'Changes' }).getByText('new', { exact: true }).count()).toBe(5);
    expect(await page.getByLabel('Plan', { exact: true }).locator('option').first().innerText()).toContain('Portico');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await barriersOn(page)).toEqual([]);
    const schema = await page.request.get(getPlansSchema.path);
    expect(schema.headers()['content-disposition']).toContain('plans.schema.json');
    expect(((await schema.json()) as { properties: object }).properties).toHaveProperty('plans');
    await page.getByLabel('Price, USDT').fill('49.90');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('button', { name: 'Apply…' }).click();
    await page.getByRole('dialog').getByLabel(t('console:act.reason')).fill('opening');
    await page.keyboard.press('Enter');
    await page.getByText('The plans are applied.').waitFor();
    const applied = await readPlans();
    expect(applied.map(({ id }) => id)).toEqual(EXAMPLE);
    expect(applied.find(({ id }) => id === 'licenses-1')).toMatchObject({ price: 49_900_000n });
    await page.goto(consolePath('planDraft'));
    expect(await begin.count()).toBe(0);
  });

  test('are begun, saved and applied without JavaScript, with a code when the second factor is old', async () => {
    const { services, openAs, readPlans } = await openEmpty();
    const page = await openAs('oscar', consolePath('planDraft'), {
      javaScriptEnabled: false,
      expects: /^4(03|09|22) /,
    });
    const second = await openAs('olga', consolePath('planDraft'), { javaScriptEnabled: false, expects: /^409 / });
    // Playwright finds no text below <noscript>.
    const isTold = (one: typeof page, words: string) =>
      expect.poll(() => one.getByRole('main').innerText()).toContain(words);
    const begin = (one: typeof page, language: 'en' | 'ru') =>
      one.getByRole('button', { name: translator(language)('console_content:plans.start') }).click();
    await begin(page, 'en');
    const file = page.locator('noscript textarea');
    const written = JSON.parse(await file.inputValue()) as { plans: { id: string }[] };
    expect(written.plans.map(({ id }) => id).toSorted()).toEqual(EXAMPLE);
    // The second owner, who opened the page before, does not replace the draft.
    await begin(second, 'ru');
    await isTold(second, 'Ничего не перезаписано');

    const save = page.getByRole('button', { name: t('console_content:draft.save') });
    await file.fill('{');
    await save.click();
    await isTold(page, 'Invalid JSON');
    expect(await file.inputValue()).toBe('{');
    await file.fill(JSON.stringify({ plans: written.plans.filter(({ id }) => id === 'licenses-1') }));
    await save.click();
    await services.pool.query("update staff_sessions set confirmed_at = confirmed_at - interval '1 hour'");
    const reason = page.locator('noscript [name=reason]');
    await reason.fill('opening');
    const apply = page.getByRole('button', { name: t('console_content:plans.apply_title') });
    await apply.click();
    await page.locator('noscript [name=code]').fill(totpCode(DEMO_TOTP_SECRET, new Date()));
    expect(await reason.inputValue()).toBe('opening');
    await apply.click();
    await isTold(page, 'The plans are applied.');
    expect((await readPlans()).map(({ id }) => id)).toEqual(['licenses-1']);
  });
});

test.each([true, false])('first steps are marked in place, and hidden (JavaScript: %s)', async (javaScriptEnabled) => {
  const { openAs } = await openEmpty();
  const page = await openAs('oscar', consolePath('overview'), { javaScriptEnabled, ...PHONE });
  const list = page.getByRole('region', { name: t('console:setup.title') });
  const step = (name: 'backup' | 'plans') =>
    list.getByRole('listitem').filter({ hasText: t(`console:setup.steps.${name}`) });
  expect(await step('plans').getByRole('link').getAttribute('href')).toBe(consolePath('planDraft'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await step('backup').getByRole('button').click();
  await step('backup').getByText(t('console:setup.done')).waitFor();
  // The check of barriers needs scripts.
  if (javaScriptEnabled) expect(await barriersOn(page)).toEqual([]);
  await list.getByRole('button', { name: t('console:setup.hide') }).click();
  await list.waitFor({ state: 'detached' });
  await page.reload();
  expect(await list.count()).toBe(0);
});
