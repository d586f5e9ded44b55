import { eq, sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { formatNumber, isoDay } from '#i18n/format.ts';
import { translator } from '#i18n/translator.ts';
import { addSeconds } from '#server/base/clock.ts';
import { memberPins } from '#server/db/schema/index.ts';
import { CAST, DEMO_PASSWORD, type Person } from '#server/operator/seed/cast.ts';
import { openWithdrawal } from '#server/members/finance/index.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { giveMoney, WALLET } from '../support/people/money.ts';
import { answerFor, memberOf, openStage, signIn } from '../support/app/stage.ts';
import { countLoads, errorsAt, field, fill, press, see, send, valuesOf } from './forms.ts';
import { holdUp } from './hold-up.ts';
import { awake, withdrawalsOf } from './withdraw.ts';

/** Like Marie, but without a PIN and history. */
const nadja: Person = { ...CAST.at(-1)!, username: 'nadja' };
const env = { EXPLORER_URL: 'https://explorer.example/{id}' };
const site = await openStage({ people: [...CAST, nadja], money: true, env });
const visit = await openVisitors(site.origin);
const t = translator('en');
const AMOUNT = /^[+−]?[\d\u202F]+\.\d\d$/;

async function openFinance(query = '', username = 'anna', options = {}): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, username);
  await page.goto(`/en/dashboard/finance${query}`);
  return page;
}

const rows = (page: Page) => page.locator('#history tbody tr');

/** Sum of the rows in cents; returned amounts are struck through and don't count. */
async function sumOfRows(page: Page): Promise<number> {
  const sums = await rows(page).locator('.sum:not(.voided)').allTextContents();
  return sums.map((sum) => centsOf(sum)).reduce((sum, cents) => sum + cents, 0);
}

function centsOf(sum: string): number {
  expect(sum.trim()).toMatch(AMOUNT);
  return Number(
    sum
      .trim()
      .replaceAll(/[\u202F.]/g, '')
      .replace('−', '-'),
  );
}

/** Balance by the sums below the rows; held withdrawals have left it, too. */
async function total(page: Page): Promise<number> {
  const sums = (await page.locator('#sums dd').allTextContents()).map(centsOf);
  const [earned = 0, paidIn = 0, wentOut = 0, held = 0] = sums;
  return earned + paidIn + wentOut - held;
}

describe('the history', () => {
  test('leads through everything once and adds up without a script', async () => {
    const page = await openFinance('', 'anna', { ...PHONE, javaScriptEnabled: false });
    const wanted = await total(page);
    let [count, sum] = [await rows(page).count(), await sumOfRows(page)];
    const more = page.getByRole('link', { name: t('finance:history.show_more') });
    while ((await more.count()) > 0) {
      await more.click();
      await page.waitForURL(/cursor=/);
      await page.waitForLoadState();
      count += await rows(page).count();
      sum += await sumOfRows(page);
      expect(await total(page)).toBe(wanted);
      if (count > 200) break;
    }
    expect(count).toBe(78);
    expect(sum).toBe(wanted);
  });

  test('grows in place to everything, adds up, and is the same after going on and back', async () => {
    const page = await openFinance();
    const loads = countLoads(page);
    const wanted = await total(page);
    const more = page.getByRole('link', { name: t('finance:history.show_more') });
    for (const count of [30, 50, 70, 78]) {
      await more.click();
      await expect.poll(() => rows(page).count()).toBe(count);
      expect(await total(page)).toBe(wanted);
    }
    expect(await more.count()).toBe(0);
    expect(await sumOfRows(page)).toBe(wanted);
    expect(loads()).toBe(0);
    const first = rows(page).nth(70).locator('summary');
    await expect.poll(() => first.evaluate((one) => one === document.activeElement)).toBe(true);
    const last = await rows(page).last().textContent();
    await page.goto('/en/dashboard/support');
    await page.goBack();
    await expect.poll(() => rows(page).count()).toBe(78);
    expect(await rows(page).last().textContent()).toBe(last);
  });

  test('is filtered by kind and by presets, and both stay in the address', async () => {
    const page = await openFinance();
    const type = page.getByRole('combobox', { name: t('finance:kinds.label') });
    await type.focus();
    await type.selectOption({ label: t('finance:kinds.withdrawal') });
    await expect.poll(() => rows(page).count()).toBe(5);
    await page.getByRole('button', { name: t('finance:history.dates') }).click();
    await page.getByRole('link', { name: t('common:presets.month_days'), exact: true }).click();
    await expect.poll(() => rows(page).count()).toBe(2);
    const { searchParams } = new URL(page.url());
    expect([...searchParams.keys()].toSorted()).toEqual(['from', 'kind', 'to']);
    await page.getByRole('button', { name: /\d\d\.\d\d\.\d{4} — \d\d\.\d\d\.\d{4}/ }).waitFor();
    await type.selectOption({ label: t('finance:kinds.correction') });
    await see(page, t('finance:history.nothing_found'));
    await page.getByRole('link', { name: t('finance:history.show_all') }).click();
    await expect.poll(() => rows(page).count()).toBe(10);
    await page.goBack();
    await expect.poll(() => type.inputValue()).toBe('correction');
  });

  test.each([true, false])(
    'shows the rows behind each part of my result (JavaScript: %s)',
    async (javaScriptEnabled) => {
      const page = await openFinance('', 'anna', { javaScriptEnabled });
      const card = page.getByRole('region', { name: t('finance:balance.title') });
      const amountOf = async (name: string) =>
        centsOf(
          (await card
            .locator('div', { has: page.getByText(name, { exact: true }) })
            .locator('dd')
            .textContent())!,
        );
      const [earned, paid, result] = [t('finance:kinds.earned'), t('finance:kinds.paid'), t('finance:kinds.result')];
      const loads = countLoads(page);
      expect((await amountOf(earned)) + (await amountOf(paid))).toBe(await amountOf(result));
      expect(await amountOf(paid)).toBeLessThan(0);
      for (const [name, kind] of [[paid, 'paid'] as const, [earned, 'earned'] as const]) {
        await card.getByRole('link', { name }).click();
        await expect.poll(() => page.getByLabel(t('finance:kinds.label')).inputValue()).toBe(kind);
        expect(new URL(page.url()).searchParams.get('kind')).toBe(kind);
        const sums = (await page.locator('#sums dd').allTextContents()).map(centsOf);
        expect((sums[0] ?? 0) + (sums[2] ?? 0)).toBe(await amountOf(name));
      }
      expect(loads()).toBe(javaScriptEnabled ? 0 : 2);
    },
  );

  test('is filtered by kind without a script, and by a kind that was chosen before the modules came', async () => {
    const plain = await openFinance('', 'anna', { javaScriptEnabled: false });
    await plain.getByRole('combobox', { name: t('finance:kinds.label') }).selectOption('withdrawal');
    await send(plain, t('common:date.apply'));
    expect(await rows(plain).count()).toBe(5);
    expect(await total(plain)).toBe(await sumOfRows(plain));
    const page = await visit();
    await signIn(page, site, 'anna');
    const letGo = await holdUp(page, /finance-screen/);
    await page.goto('/en/dashboard/finance');
    const type = page.getByRole('combobox', { name: t('finance:kinds.label') });
    await type.focus();
    await type.selectOption('withdrawal');
    letGo();
    await expect.poll(() => rows(page).count()).toBe(5);
  });

  test('says what is wrong with dates and shows what the rest leads to', async () => {
    const page = await openFinance();
    for (const [query, name, fault] of [
      ['from=2026-02-30', 'from', 'date_invalid'],
      ['to=tomorrow', 'to', 'date_invalid'],
      ['from=2026-03-02&to=2026-03-01', 'to', 'date_range'],
      ['from=0001-01-01&to=2026-03-01', 'to', 'date_range'],
    ] as const) {
      const answer = await page.goto(`/en/dashboard/finance?${query}`);
      expect(answer?.status()).toBe(422);
      expect(await errorsAt(page, t(`finance:history.${name}`))).toEqual([t(`faults:${fault}`)]);
    }
    const answer = await page.goto('/en/dashboard/finance?cursor=nobody&kind=gift');
    expect(answer?.status()).toBe(422);
    expect(await rows(page).count()).toBe(10);
  });

  test('opens a row to where it comes from', async () => {
    const page = await openFinance('?kind=withdrawal');
    const row = rows(page).first();
    await row.locator('summary').click();
    await row.getByText(t('finance:history.balance_after')).waitFor();
    await row.getByRole('link', { name: t('finance:history.withdrawal') }).click();
    await see(page, t('finance:withdrawal.steps'));
  });

  test('is downloaded as CSV of the same kind and period', async () => {
    const query = `?kind=withdrawal&from=2020-01-01&to=${isoDay(new Date(), 'Europe/Moscow')}`;
    const page = await openFinance(query);
    const link = page.getByRole('link', { name: t('finance:history.csv') });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const asked = new URL(download.url()).searchParams;
    expect([...asked].toSorted()).toEqual([...new URLSearchParams(query)].toSorted());
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
  });

  test.each([true, false])('is printed with every row of the period (JavaScript: %s)', async (javaScriptEnabled) => {
    const page = await openFinance('', 'anna', { javaScriptEnabled });
    await page.emulateMedia({ media: 'print' });
    const shown = await rows(page).count();
    await see(page, new RegExp(t('finance:history.print_part', { count: formatNumber(shown) })));
    await page.emulateMedia({ media: null });
    await page.getByRole('link', { name: t('finance:history.print') }).click();
    await page.waitForURL('**/finance/print');
    expect(await rows(page).count()).toBeGreaterThan(shown);
    expect(await sumOfRows(page)).toBe(await total(page));
    const button = page.getByRole('button', { name: t('finance:history.print_now') });
    expect(await button.isVisible()).toBe(javaScriptEnabled);
    if (!javaScriptEnabled) return;
    await page.evaluate(() => Object.assign(window, { print: () => document.body.setAttribute('data-printed', '') }));
    await button.click();
    await page.locator('body[data-printed]').waitFor();
  });

  test('is printed as it is filtered, and a wrong day is said', async () => {
    const page = await openFinance('/print?kind=withdrawal&from=2020-01-01&to=nothing');
    expect(await page.getByRole('heading', { level: 2 }).innerText()).toContain(t('finance:kinds.withdrawal'));
    await see(page, t('faults:date_invalid'));
    expect(
      await rows(page)
        .filter({ hasText: t('finance:entry.accrual.earnings') })
        .count(),
    ).toBe(0);
  });
});

describe('earnings by month', () => {
  const card = (page: Page) => page.getByRole('region', { name: t('finance:earnings.title'), exact: true });

  test.each([true, false])('are a chart with a name and a table (JavaScript: %s)', async (javaScriptEnabled) => {
    const page = await openFinance('', 'anna', javaScriptEnabled ? {} : { ...PHONE, javaScriptEnabled });
    if (javaScriptEnabled) await awake(page, t);
    await card(page)
      .getByRole('img', { name: t('finance:earnings.title') })
      .waitFor();
    const table = card(page).getByRole('table', { name: t('finance:earnings.title') });
    const [heads, ...months] = await table
      .getByRole('row')
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
    expect(heads).toEqual([t('finance:earnings.month'), t('finance:kinds.accrual'), t('finance:kinds.correction')]);
    const right = await monthsOf('anna');
    expect(right.size).toBeGreaterThan(6);
    expect(months.length).toBeGreaterThanOrEqual(right.size);
    const told = months.map(([month = '', ...sums]) => [month, sums.map(centsOf)] as const);
    expect(new Map(told.filter(([, sums]) => sums.some((sum) => sum !== 0)))).toEqual(right);
    const sum = [...right.values()].flat().reduce((all, cents) => all + cents, 0);
    const [figure = ''] = ((await card(page).locator('figcaption').textContent()) ?? '').split(' ');
    expect(centsOf(figure)).toBe(sum);
    const [chart, history] = [await card(page).boundingBox(), await page.locator('#history').boundingBox()];
    if (javaScriptEnabled) expect(chart!.x).toBeGreaterThan(history!.x + history!.width);
    else expect(chart!.y).toBeGreaterThan(history!.y + history!.height);
  });

  /** Cents of earnings and adjustments by month, newest first, added up from the ledger. */
  async function monthsOf(username: string): Promise<Map<string, number[]>> {
    const { rows: sums } = await site.services.db.execute<{ month: string; accrual: number; correction: number }>(sql`
      select to_char(e.at at time zone 'Europe/Moscow', 'FMMonth YYYY') as month,
        (coalesce(sum(e.amount) filter (where e.kind = 'accrual'), 0) / 10000)::integer as accrual,
        (coalesce(sum(e.amount) filter (where e.kind = 'correction'), 0) / 10000)::integer as correction
      from ledger_entries e join ledger_accounts a on a.id = e.account_id join members m on m.id = a.member_id
      where m.username = ${username} and a.kind = 'available' and e.kind in ('accrual', 'correction')
      group by 1 order by max(e.at) desc`);
    return new Map(sums.map(({ month, accrual, correction }) => [month, [accrual, correction]]));
  }
});

describe('a withdrawal', () => {
  test('shows its steps and the way to the explorer', async () => {
    const done = (await withdrawalsOf(site, 'anna')).find(({ state }) => state === 'completed');
    const page = await openFinance(`/withdrawals/${done?.id}`);
    const steps = page.getByRole('list', { name: t('finance:withdrawal.steps') });
    expect(await steps.locator('b').allTextContents()).toEqual(
      (['requested', 'approved', 'sending', 'completed'] as const).map((state) => t(`finance:state.${state}`)),
    );
    expect(await steps.getByText(t('finance:withdrawal.to_come')).count()).toBe(0);
    const link = page.getByRole('link', { name: t('finance:withdrawal.explorer') });
    expect(await link.getAttribute('href')).toBe(`https://explorer.example/${done?.chainId}`);
  });

  test.each([true, false])('is cancelled while it is requested (JavaScript: %s)', async (javaScriptEnabled) => {
    const username = javaScriptEnabled ? 'ivan' : 'jonas';
    const page = await openWithOne(username, javaScriptEnabled);
    await page.getByRole('region', { name: t('finance:open.title') }).waitFor();
    const loads = countLoads(page);
    await press(page, t('finance:withdrawal.cancel'));
    if (!javaScriptEnabled) await page.getByRole('heading', { name: t('finance:withdrawal.ask') }).waitFor();
    const question = page.getByRole('alertdialog').or(page.getByRole('main').locator('form:has([href])'));
    await question.getByRole('button', { name: t('finance:withdrawal.cancel'), exact: true }).click();
    await see(page, t('finance:done.cancelled'));
    if (javaScriptEnabled) {
      expect(loads()).toBe(0);
      await expect.poll(() => page.getByRole('region', { name: t('finance:open.title') }).count()).toBe(0);
      await see(page, /^400.00/);
    }
    expect((await withdrawalsOf(site, username)).map(({ state }) => state)).toEqual(['cancelled']);
    await page.goto('/en/dashboard/finance');
    expect(await page.getByRole('region', { name: t('finance:open.title') }).count()).toBe(0);
    expect(await rows(page).first().locator('.voided').count()).toBe(1);
  });

  test('of somebody else is not there', async () => {
    const [mine] = await withdrawalsOf(site, 'anna');
    for (const id of [mine?.id, 'x', '..%2f', "'"]) {
      expect(await answerFor(site, 'ivan', `/en/dashboard/finance/withdrawals/${id}`)).toBe(404);
    }
  });

  async function openWithOne(username: string, javaScriptEnabled: boolean): Promise<Page> {
    await giveMoney(site.services, username, 400_000_000n);
    const page = await openFinance('', username, { javaScriptEnabled });
    await fill(page, {
      [t('finance:withdraw.destination')]: 'qc1A88f0Dd20B71e4C95aFa2e4',
      [t('finance:withdraw.amount')]: '200',
    });
    await press(page, t('finance:withdraw.go_on'));
    await fill(page, { [t('finance:pin.label')]: '4826' });
    await press(page, t('finance:withdraw.send'));
    await see(page, t('finance:done.requested'));
    return page;
  }
});

describe('what stands against a withdrawal is said with its way out', () => {
  test('no PIN: it is set, once, and then there is too little', async () => {
    const page = await openFinance('', 'priya');
    await see(page, t('finance:obstacles.pin_not_set'));
    await page.getByRole('link', { name: t('finance:way_out.set_pin') }).click();
    const [pin, repeat, password] = [t('finance:pin.label'), t('finance:pin.repeat'), t('finance:pin.password')];
    await fill(page, { [pin]: '1111', [repeat]: '1112', [password]: 'Wrong-1' });
    await press(page, t('finance:pin.submit'));
    await expect.poll(() => errorsAt(page, pin)).toEqual([t('faults:pin_obvious')]);
    expect(await valuesOf(page, pin, repeat, password)).toEqual(['1111', '1112', 'Wrong-1']);
    await fill(page, { [pin]: '4826', [repeat]: '4826', [password]: DEMO_PASSWORD });
    await field(page, password).press('Enter');
    await see(page, t('finance:done.pin_set'));
    await see(page, t('finance:obstacles.too_little', { minimum: '10.00 USDT', available: '0.00 USDT' }));
    await see(page, t('finance:way_out.missing', { missing: '10.00 USDT' }));
    expect(await field(page, t('finance:withdraw.amount')).count()).toBe(0);
    await page.goto('/en/dashboard/finance/pin');
    await see(page, t('refusals:pin_already_set'));
  });

  test('too little: how much is missing, what is held, and how to take out all of it', async () => {
    await giveMoney(site.services, 'marie', 25_000_000n);
    const member = await memberOf(site, 'marie');
    const order = { destination: WALLET, network: 'trc20', amountMicros: 20_500_000n } as const;
    await site.services.transaction((tx) => openWithdrawal(tx, site.services, member, order));
    const page = await openFinance('', 'marie', { ...PHONE, javaScriptEnabled: false });
    await see(page, t('finance:obstacles.too_little', { minimum: '10.00 USDT', available: '4.50 USDT' }));
    await see(page, t('finance:way_out.missing', { missing: '5.50 USDT' }));
    await see(page, t('finance:way_out.held', { held: '20.50 USDT' }));
    await see(page, t('finance:way_out.earnings', { minimum: '10.00 USDT' }));
    expect(await page.getByRole('link', { name: t('finance:way_out.support') }).count()).toBe(0);
    await page.getByRole('link', { name: t('settings:data.close.title'), exact: true }).click();
    await page.waitForURL('**/settings/data');
  });

  test('a PIN that waits says until when, one that is closed leads to support', async () => {
    const { id } = await memberOf(site, 'marie');
    const change = (pin: Partial<typeof memberPins.$inferInsert>) =>
      site.services.db.update(memberPins).set(pin).where(eq(memberPins.memberId, id));
    await change({ wrongTries: 5, waitsUntil: addSeconds(new Date(), 600) });
    const page = await openFinance('', 'marie');
    await see(page, t('finance:obstacles.pin_waits'));
    await see(page, /^Try again after \d\d\.\d\d\.\d{4} \d\d:\d\d\.$/);
    await change({ wrongTries: 10, waitsUntil: null, closedAt: new Date() });
    await page.reload();
    await see(page, t('finance:obstacles.pin_closed'));
    const link = page.getByRole('link', { name: t('finance:way_out.support') });
    expect(await link.getAttribute('href')).toBe('/en/dashboard/support');
  });

  test('somebody without any money reads that there is nothing yet', async () => {
    const page = await openFinance('', 'nadja');
    await see(page, t('common:nothing_here'));
    await see(page, t('finance:history.empty'));
    expect(await page.getByText(t('finance:earnings.title')).count()).toBe(0);
  });
});
