import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { CAST, type Person } from '#server/operator/seed/cast.ts';
import { memberPins } from '#server/db/schema/index.ts';
import { hashPin } from '#server/members/finance/index.ts';
import { formatMoney } from '#i18n/format.ts';
import { translator } from '#i18n/translator.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { everyday, isLong } from '../support/everyday.ts';
import { giveMoney, WALLET } from '../support/people/money.ts';
import { memberOf, openStage, signIn } from '../support/app/stage.ts';
import { countLoads, countPosts, errorsAt, press, see, send, switchLanguage, valuesOf } from './forms.ts';
import { holdUp } from './hold-up.ts';
import { awake, expectWithdrawals, faultsAt, fillOrder, PIN, seeDone, seeReview } from './withdraw.ts';

/** Members with 500 USDT, one per test. */
const PEOPLE = [
  'script',
  'keys',
  'plain',
  'wrong',
  'wronged',
  'twice',
  'posts',
  'lost',
  'down',
  'asleep',
  'lifeless',
  'wordless',
  'hanging',
  'tamil',
  'slow',
  'bad',
  'polyglot',
  'linguist',
  'enter',
  'entering',
] as const;
const people: Person[] = PEOPLE.map((username) => ({ ...CAST[2]!, username, name: username }));
const site = await openStage({ people: [...CAST, ...people] });
const visit = await openVisitors(site.origin);
const t = translator('en');
const WAYS = [{ javaScriptEnabled: false }, { javaScriptEnabled: true }] as const;
const [DESTINATION, AMOUNT] = [t('finance:withdraw.destination'), t('finance:withdraw.amount')];
const [GO_ON, SEND] = [t('finance:withdraw.go_on'), t('finance:withdraw.send')];

beforeAll(async () => {
  for (const username of PEOPLE) {
    await giveMoney(site.services, username, 500_000_000n);
    const { id: memberId } = await memberOf(site, username);
    const hashed = await hashPin(site.services, memberId, PIN);
    await site.services.db.insert(memberPins).values({ memberId, ...hashed, setAt: new Date() });
  }
});

async function openFinance(username: (typeof PEOPLE)[number], options = {}, language = 'en'): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, username);
  await page.goto(`/${language}/dashboard/finance`);
  return page;
}

async function reviewAs(username: (typeof PEOPLE)[number], amount: string, options = {}): Promise<Page> {
  const page = await openFinance(username, options);
  await review(page, amount);
  return page;
}

async function review(page: Page, amount: string): Promise<void> {
  await fillOrder(page, t, WALLET, amount);
  await press(page, GO_ON);
  await seeReview(page, t);
}

const sumsOn = async (page: Page) =>
  (await page.locator('.facts dd').allTextContents()).map((text) => text.replaceAll(/\s+/g, ' ').trim());

const TOO_MUCH = t('faults:amount_above_balance', { amount: '500.00' });
const AMOUNTS = [
  ['', t('faults:required')],
  ...['-10', '0', '0.0000001', '1e3', 'NaN', '9007199254740993'].map((no) => [no, t('faults:amount_invalid')]),
  ['9,99', t('faults:amount_below_minimum', { amount: '10.00' })],
  ['1 000,50', TOO_MUCH],
  ['12,000', TOO_MUCH],
  ['1250,500', t('faults:amount_unclear')],
  ['500.000001', TOO_MUCH],
] as const;

const UNDERSTOOD = [
  ['1,250.50', '= 1\u202F250.50 USDT'],
  ['1.250,50', '= 1\u202F250.50 USDT'],
  ['1,5', '= 1.50 USDT'],
  ['12,000', '= 12\u202F000.00 USDT'],
  ['१,००,०००', '= 100\u202F000.00 USDT'],
  ['1 250 000', '= 1\u202F250\u202F000.00 USDT'],
  ['much', 'USDT'],
] as const;

const DESTINATIONS = [
  ['', 'required'],
  [`${WALLET.slice(0, -1)}f`, 'destination_checksum'],
  ['0x52908400098527886E0F7030069857D2E4169EE7', 'destination_other_chain'],
  ['41a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'destination_other_chain'],
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'destination_other_chain'],
  ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'destination_empty'],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'destination_contract'],
  [`Т${WALLET.slice(1)}`, 'destination_letters'],
  ['anna', 'destination_unknown'],
] as const;

/** The reduced run sends only some faults without a script; the server's refusals have their own tests. */
const seen = <T>(faults: readonly T[], { javaScriptEnabled }: { javaScriptEnabled: boolean }) =>
  everyday(javaScriptEnabled ? faults : faults.slice(-4), faults);

describe('a member withdraws', () => {
  test('with a script: the address is understood, the sums stand there, the PIN sends it', async () => {
    const page = await openFinance('script');
    await page.getByLabel(DESTINATION).pressSequentially(WALLET.slice(0, 5));
    await awake(page, t);
    expect(await valuesOf(page, DESTINATION)).toEqual([WALLET.slice(0, 5)]);
    await page.getByLabel(DESTINATION).pressSequentially(WALLET.slice(5));
    await see(page, t('finance:networks.trc20'));
    await press(page, t('finance:withdraw.half'));
    expect(await valuesOf(page, AMOUNT)).toEqual(['250.00']);
    await page.getByLabel(AMOUNT).fill('1');
    await expect.poll(() => page.locator('#withdraw .facts').count()).toBe(0);
    await page.getByLabel(AMOUNT).fill('150,50');
    await expect.poll(() => sumsOn(page)).toContain('150.50 USDT');
    await press(page, GO_ON);
    await seeReview(page, t);
    expect((await sumsOn(page)).slice(0, 5)).toEqual([
      WALLET,
      t('finance:networks.trc20'),
      '150.50 USDT',
      '0.00 USDT',
      '150.50 USDT',
    ]);
    expect((await sumsOn(page)).at(-1)).toBe('500.00 USDT');
    await page.getByLabel(t('finance:pin.label')).fill(PIN);
    const loads = countLoads(page);
    await press(page, SEND);
    await seeDone(page, t, 'requested');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(t('finance:open.title'));
    expect(await valuesOf(page, DESTINATION, AMOUNT)).toEqual(['', '']);
    await page
      .getByRole('region', { name: t('finance:open.title') })
      .getByRole('link', { name: /150.50/ })
      .waitFor();
    expect(loads()).toBe(0);
    const equation = await page.locator('.equation dd').allTextContents();
    expect(equation.map((text) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
      '349.50',
      '150.50',
      '500.00',
      '0.00',
      '500.00',
    ]);
    const row = page.locator('#history tbody tr').first();
    expect(await row.textContent()).toContain(formatMoney('-150.5', 'en'));
    await expectWithdrawals(site, 'script', [150_500_000n]);
  });

  test('what was understood of an amount stands beside it before anything is sent, and the field stays as high', async () => {
    const page = await openFinance('script', PHONE);
    await awake(page, t);
    const box = page.locator('.affix', { has: page.getByLabel(AMOUNT) });
    const before = await box.boundingBox();
    for (const [typed, understood] of UNDERSTOOD) {
      await page.getByLabel(AMOUNT).fill(typed);
      await expect.poll(() => box.textContent(), { message: typed }).toBe(understood);
      expect(await box.boundingBox()).toEqual(before);
    }
  });

  test('by keyboard alone', async () => {
    const page = await openFinance('keys');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const typeAt = async (label: string, text: string) => {
      for (let stops = 0; stops < 12; stops += 1) {
        if (await page.getByLabel(label, { exact: true }).evaluate((one) => one === document.activeElement)) break;
        await page.keyboard.press('Tab');
      }
      await page.keyboard.type(text);
    };
    await typeAt(DESTINATION, WALLET);
    await awake(page, t);
    await page.keyboard.press('Enter');
    await expect.poll(() => errorsAt(page, AMOUNT)).toEqual([t('faults:required')]);
    expect(await valuesOf(page, DESTINATION)).toEqual([WALLET]);
    await typeAt(AMOUNT, '60');
    await page.keyboard.press('Enter');
    await seeReview(page, t);
    await typeAt(t('finance:pin.label'), PIN);
    await page.keyboard.press('Enter');
    await seeDone(page, t, 'sent');
    await expectWithdrawals(site, 'keys', [60_000_000n]);
  });

  test('on a phone in Tamil without JavaScript', async () => {
    const page = await openFinance('plain', { ...PHONE, javaScriptEnabled: false }, 'tamil');
    const ta = translator('tamil');
    await fillOrder(page, ta, WALLET, '');
    await send(page, ta('finance:withdraw.half'));
    expect(await valuesOf(page, ta('finance:withdraw.destination'), ta('finance:withdraw.amount'))).toEqual([
      WALLET,
      '250.00',
    ]);
    await page.getByLabel(ta('finance:withdraw.amount')).fill('70,5');
    await page.keyboard.press('Enter');
    await seeReview(page, ta);
    await send(page, ta('finance:withdraw.change'));
    expect(await valuesOf(page, ta('finance:withdraw.amount'))).toEqual(['70.50']);
    await send(page, ta('finance:withdraw.go_on'));
    await page.getByLabel(ta('finance:pin.label')).fill('௪௮௨௬');
    await send(page, ta('finance:withdraw.send'));
    await seeDone(page, ta, 'sent');
    await expectWithdrawals(site, 'plain', [70_500_000n]);
  });

  test.runIf(isLong)('in Tamil', async () => {
    const page = await openFinance('tamil', PHONE, 'tamil');
    const ta = translator('tamil');
    await awake(page, ta);
    await fillOrder(page, ta, WALLET, '1');
    await press(page, ta('finance:withdraw.go_on'));
    const tooLittle = ta('faults:amount_below_minimum', { amount: '10.00' });
    await expect.poll(() => faultsAt(page, 'amount')).toEqual([tooLittle]);
    await page.getByLabel(ta('finance:withdraw.amount')).fill('80');
    await press(page, ta('finance:withdraw.go_on'));
    await seeReview(page, ta);
    await page.getByLabel(ta('finance:pin.label')).fill(PIN);
    await press(page, ta('finance:withdraw.send'));
    await seeDone(page, ta, 'sent');
    await expectWithdrawals(site, 'tamil', [80_000_000n]);
  });

  test('on a slow line: what is typed at once stays, and the form comes alive for that touch', async () => {
    const page = await visit();
    await signIn(page, site, 'slow');
    const letScriptsCome = await holdUp(page, '**/finance-screen*.js');
    await page.goto('/en/dashboard/finance');
    await page.getByLabel(DESTINATION).pressSequentially(WALLET.slice(5, 20));
    await page.keyboard.press('Home');
    await page.keyboard.type(WALLET.slice(0, 4));
    letScriptsCome();
    await page.waitForFunction(() => !document.querySelector('main astro-island[ssr]'));
    await page.keyboard.type(WALLET.slice(4, 5));
    await page.keyboard.press('End');
    await page.keyboard.type(WALLET.slice(20));
    await see(page, t('finance:networks.trc20'));
    expect(await valuesOf(page, DESTINATION)).toEqual([WALLET]);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('destination');
  });

  test('on a slow line: the button is pressed where it stood while the form came alive', async () => {
    const page = await visit();
    await signIn(page, site, 'slow');
    const letScriptsCome = await holdUp(page, '**/finance-screen*.js');
    await page.goto('/en/dashboard/finance');
    await fillOrder(page, t, WALLET, '20');
    const { x, y, width, height } = (await page.getByRole('button', { name: GO_ON, exact: true }).boundingBox())!;
    letScriptsCome();
    await page.waitForFunction(() => !document.querySelector('main astro-island[ssr]'));
    await page.mouse.click(x + width / 2, y + height / 2);
    await seeReview(page, t);
  });

  const missing = [
    ['the form’s script', /finance-screen.*\.js/, 'asleep'],
    ['React', /client\..*\.js/, 'lifeless'],
  ] as const;
  test.each(everyday(missing.slice(0, 1), [...missing]))('although %s never comes', async (_, files, person) => {
    const page = await visit({ expects: /ERR_FAILED|Failed to fetch|error loading|Error hydrating/i });
    await signIn(page, site, person);
    await page.route(files, (route) => route.abort());
    await page.goto('/en/dashboard/finance');
    await fillOrder(page, t, WALLET, '20');
    await send(page, GO_ON);
    await page.getByLabel(t('finance:pin.label')).fill(PIN);
    await send(page, SEND);
    await seeDone(page, t, 'sent');
    await expectWithdrawals(site, person, [20_000_000n]);
  });

  test.runIf(isLong)('although the form’s script hangs: the press goes to the page', async () => {
    const page = await visit();
    await signIn(page, site, 'hanging');
    await holdUp(page, /finance-screen.*\.js/);
    await page.goto('/en/dashboard/finance');
    await fillOrder(page, t, WALLET, '20');
    await send(page, GO_ON);
    await seeReview(page, t);
  });

  test.runIf(isLong)('although the form’s script came broken the first time', async () => {
    const page = await visit({ expects: /ERR_FAILED|Failed to fetch|404/i });
    await signIn(page, site, 'wordless');
    await page.route(/finance-screen[^?]*\.js$/, (route) => route.fulfill({ status: 404 }));
    await page.goto('/en/dashboard/finance');
    const posts = countPosts(page);
    await fillOrder(page, t, WALLET, '20');
    await press(page, GO_ON);
    await seeReview(page, t);
    expect(posts()).toBe(0);
    expect(await page.locator('main astro-island[ssr]').count()).toBe(0);
  });

  test('pressed before the form is awake: it goes on in place, once', async () => {
    const page = await visit();
    await signIn(page, site, 'wordless');
    const letScriptsCome = await holdUp(page, /finance-screen.*\.js/);
    await page.goto('/en/dashboard/finance');
    const posts = countPosts(page);
    await fillOrder(page, t, WALLET, '20');
    await press(page, GO_ON);
    await press(page, GO_ON);
    letScriptsCome();
    await seeReview(page, t);
    expect(posts()).toBe(0);
  });
});

describe.each(WAYS)('with $javaScriptEnabled scripts', (way) => {
  test('a wrong PIN says how many tries are left and keeps amount and destination', async () => {
    const person = way.javaScriptEnabled ? 'wronged' : 'wrong';
    const page = await reviewAs(person, '40', { ...way, expects: /^422 .*\/api\// });
    await page.getByLabel(t('finance:pin.label')).fill('1111');
    await press(page, SEND);
    await expect.poll(() => faultsAt(page, 'pin')).toEqual([t('faults:pin_wrong', { count: 4 })]);
    expect(await valuesOf(page, t('finance:pin.label'))).toEqual(['']);
    expect(await sumsOn(page)).toContain('40.00 USDT');
    await page.getByLabel(t('finance:pin.label')).fill('12');
    if (way.javaScriptEnabled) await expect.poll(() => faultsAt(page, 'pin')).toEqual([]);
    await press(page, SEND);
    await expect.poll(() => faultsAt(page, 'pin')).toEqual([t('faults:pin_digits')]);
    await press(page, t('finance:withdraw.change'));
    await expect.poll(() => valuesOf(page, DESTINATION, AMOUNT)).toEqual([WALLET, '40.00']);
    await expectWithdrawals(site, person, []);
  });

  test('goes along when the language is changed, from either step, and sends nothing', async () => {
    const person = way.javaScriptEnabled ? 'polyglot' : 'linguist';
    const page = await openFinance(person, way);
    const german = translator('de');
    if (way.javaScriptEnabled) await awake(page, t);
    await fillOrder(page, t, WALLET, '150.500');
    await switchLanguage(page, 'Deutsch');
    await page.waitForURL('**/de/dashboard/finance');
    const labels = [german('finance:withdraw.destination'), german('finance:withdraw.amount')];
    expect(await valuesOf(page, ...labels)).toEqual([WALLET, '150,50']);
    await press(page, german('finance:withdraw.go_on'));
    await seeReview(page, german);
    await page.getByLabel(german('finance:pin.label')).fill(PIN);
    await switchLanguage(page, 'English');
    await page.waitForURL('**/en/dashboard/finance');
    expect(await valuesOf(page, DESTINATION, AMOUNT)).toEqual([WALLET, '150.50']);
    expect(await page.content()).not.toContain(`value="${PIN}"`);
    await expectWithdrawals(site, person, []);
  });

  test('Enter at the PIN sends it, once', async () => {
    const person = way.javaScriptEnabled ? 'entering' : 'enter';
    const page = await reviewAs(person, '40', way);
    await page.getByLabel(t('finance:pin.label')).fill('४८२६');
    await page.keyboard.press('Enter');
    await seeDone(page, t, 'sent');
    await expectWithdrawals(site, person, [40_000_000n]);
  });

  test.runIf(isLong || way.javaScriptEnabled)('each amount that can’t be is told why not, and stays', async () => {
    const page = await openFinance('bad', way);
    if (way.javaScriptEnabled) await awake(page, t);
    for (const [amount, sentence] of seen(AMOUNTS, way)) {
      await fillOrder(page, t, WALLET, amount);
      await press(page, GO_ON);
      await expect.poll(() => faultsAt(page, 'amount'), { message: amount }).toEqual([sentence]);
      expect(await valuesOf(page, DESTINATION, AMOUNT)).toEqual([WALLET, amount]);
    }
  });

  test.runIf(isLong || !way.javaScriptEnabled)(
    'each destination that can’t be is told why not, and stays',
    async () => {
      const page = await openFinance('bad', way);
      if (way.javaScriptEnabled) await awake(page, t);
      for (const [destination, fault] of seen(DESTINATIONS, way)) {
        await fillOrder(page, t, destination, '20');
        await press(page, GO_ON);
        await expect
          .poll(() => faultsAt(page, 'destination'), { message: destination })
          .toEqual([t(`faults:${fault}`)]);
        expect(await valuesOf(page, DESTINATION, AMOUNT)).toEqual([destination, '20']);
      }
    },
  );
});

test('a click into a field takes its faults away', async () => {
  const page = await openFinance('bad');
  await awake(page, t);
  await press(page, GO_ON);
  await expect.poll(() => faultsAt(page, 'amount')).toEqual([t('faults:required')]);
  await page.getByLabel(AMOUNT).click();
  await expect.poll(() => faultsAt(page, 'amount')).toEqual([]);
  expect(await faultsAt(page, 'destination')).toEqual([t('faults:required')]);
});

describe('one withdrawal is one', () => {
  test('although the button is clicked twice', async () => {
    const page = await reviewAs('twice', '30');
    await page.getByLabel(t('finance:pin.label')).fill(PIN);
    await page.getByRole('button', { name: SEND }).dblclick();
    await seeDone(page, t, 'sent');
    await expectWithdrawals(site, 'twice', [30_000_000n]);
  });

  test('although the form without a script comes ten times', async () => {
    const page = await reviewAs('posts', '30', { javaScriptEnabled: false });
    const uid = await page.locator('[name=uid]').inputValue();
    const owner = await page.locator('main [name=owner]').first().inputValue();
    const form = { owner, step: 'send', uid, destination: WALLET, amount: '30', pin: PIN };
    const post = () =>
      page.context().request.post('/en/dashboard/finance', {
        form,
        headers: { origin: site.origin, 'sec-fetch-site': 'same-origin' },
        maxRedirects: 0,
      });
    const answers = await Promise.all(Array.from({ length: 10 }, post));
    expect(answers.map((answer) => answer.status())).toEqual(Array.from({ length: 10 }, () => 303));
    await expectWithdrawals(site, 'posts', [30_000_000n]);
  });

  test('although the answer is lost on its way and it is sent again', async () => {
    const page = await openFinance('lost', { expects: /did not come through|ERR_FAILED/ });
    await awake(page, t);
    await review(page, '30');
    await page.getByLabel(t('finance:pin.label')).fill(PIN);
    await page.route('**/api/finance/withdrawals/', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await press(page, SEND);
    await see(page, t('finance:withdraw.broken'));
    expect(await valuesOf(page, t('finance:pin.label'))).toEqual([PIN]);
    await page.unroute('**/api/finance/withdrawals/');
    await press(page, SEND);
    await seeDone(page, t, 'sent');
    await expectWithdrawals(site, 'lost', [30_000_000n]);
  });

  test('and an app that is down keeps what was typed', async () => {
    const page = await reviewAs('down', '35', { javaScriptEnabled: false, expects: /^50\d / });
    const uid = await page.locator('[name=uid]').inputValue();
    await page.getByLabel(t('finance:pin.label')).fill(PIN);
    await site.services.db.execute(sql`alter table ledger_accounts rename to ledger_elsewhere`);
    await send(page, SEND).finally(() =>
      site.services.db.execute(sql`alter table ledger_elsewhere rename to ledger_accounts`),
    );
    await see(page, t('finance:kept.text'));
    await send(page, t('common:broken.again'));
    await seeReview(page, t);
    expect(await page.locator('[name=uid]').inputValue()).toBe(uid);
    await page.getByLabel(t('finance:pin.label')).fill(PIN);
    await send(page, SEND);
    await seeDone(page, t, 'sent');
    await expectWithdrawals(site, 'down', [35_000_000n]);
  });
});
