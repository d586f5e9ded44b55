import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { CAST, type Person } from '#server/operator/seed/cast.ts';
import { plans, purchaseWithdrawals, sessionFamilies, transactions } from '#server/db/schema/index.ts';
import { openWithdrawal } from '#server/members/finance/index.ts';
import { payFor, requestPlaces } from '#server/operator/seed/places.ts';
import { openTransaction } from '#server/members/transactions/index.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { everyday } from '../support/everyday.ts';
import { giveMoney, WALLET } from '../support/people/money.ts';
import { picture } from '../support/browser/pictures.ts';
import { answerFor, memberOf, openStage, signIn } from '../support/app/stage.ts';
import { changeUnfinished, PAYABLE } from '../support/people/unfinished.ts';
import { barriersOn } from './barriers.ts';
import { confirm, field, press, see, send } from './forms.ts';
import { unfoldActs } from './transaction-actions.ts';
import { withdrawalsOf } from './withdraw.ts';

const t = translator('en');

/** An irreversible action: its button, its question, and its state in the database. */
type Act = {
  name: string;
  /** Affects money or a place, so the reduced run includes it. All questions come from one component. */
  isDear?: true;
  /** Opens the page with the button. */
  open(page: Page, username: string): Promise<unknown>;
  button: string;
  question: string;
  confirm: string;
  done: string;
  kept(username: string): Promise<unknown>;
};

const transactionOf = async (username: string) => {
  const { id } = await memberOf(site, username);
  const rows = await site.services.db.select().from(transactions).where(eq(transactions.memberId, id));
  return rows.map(({ id: one, state }) => `${one} ${state}`).toSorted();
};

async function ask(username: string): Promise<string> {
  const { id } = await memberOf(site, username);
  const [plan] = await site.services.db.select().from(plans).where(eq(plans.id, 'licenses-1'));
  await site.services.transaction((tx) => openTransaction(tx, site.services, { memberId: id }, plan!));
  return changeUnfinished(site, username, PAYABLE);
}

/** A place that is open since now. */
async function buy(username: string): Promise<string> {
  const { id } = await memberOf(site, username);
  return site.services.transaction(async (tx) => {
    const [row] = await requestPlaces(tx, [{ memberId: id, planId: 'licenses-1', at: site.services.clock.now() }]);
    await payFor(tx, site.services, row);
    return row!.id;
  });
}

async function withdraw(username: string): Promise<void> {
  await giveMoney(site.services, username, 500_000_000n);
  const member = await memberOf(site, username);
  const order = { destination: WALLET, network: 'trc20', amountMicros: 200_000_000n } as const;
  await site.services.transaction((tx) => openWithdrawal(tx, site.services, member, order));
}

const cancelling = {
  button: t('transactions:act.cancel'),
  question: t('transactions:ask.cancel'),
  confirm: t('transactions:confirm.cancel'),
  done: t('transactions:done.cancelled'),
  kept: transactionOf,
};
const withdrawing = {
  button: t('finance:withdrawal.cancel'),
  question: t('finance:withdrawal.ask'),
  confirm: t('finance:withdrawal.cancel'),
  done: t('finance:done.cancelled'),
  kept: async (username: string) => (await withdrawalsOf(site, username)).map(({ state }) => state),
};

const ACTS: Act[] = [
  {
    name: 'cancelling a transaction',
    isDear: true,
    open: async (page, username) => page.goto(`/en/dashboard/finance/transactions/${await ask(username)}`),
    ...cancelling,
  },
  {
    name: 'cancelling it where it stands in the way',
    open: async (page, username) => {
      await ask(username);
      await page.goto('/en/dashboard/turbo');
    },
    ...cancelling,
  },
  {
    name: 'creating a transaction again',
    open: async (page, username) => page.goto(`/en/dashboard/finance/transactions/${await ask(username)}`),
    button: t('transactions:act.recreate'),
    question: t('transactions:ask.recreate'),
    confirm: t('transactions:confirm.recreate'),
    done: t('transactions:done.recreated'),
    kept: transactionOf,
  },
  {
    name: 'withdrawing from a purchase',
    isDear: true,
    open: async (page, username) => page.goto(`/en/dashboard/finance/transactions/${await buy(username)}`),
    button: t('transactions:act.withdraw'),
    question: t('transactions:ask.withdraw'),
    confirm: t('transactions:confirm.withdraw'),
    done: t('transactions:done.withdrawn'),
    kept: async (username) => {
      const { id } = await memberOf(site, username);
      return site.services.db.select().from(purchaseWithdrawals).where(eq(purchaseWithdrawals.memberId, id));
    },
  },
  {
    name: 'cancelling a withdrawal',
    isDear: true,
    open: async (page, username) => {
      await withdraw(username);
      await page.goto('/en/dashboard/finance');
    },
    ...withdrawing,
  },
  {
    name: 'cancelling it on its own page',
    open: async (page, username) => {
      await withdraw(username);
      const [one] = await withdrawalsOf(site, username);
      await page.goto(`/en/dashboard/finance/withdrawals/${one?.id}`);
    },
    ...withdrawing,
  },
  {
    name: 'ending all other sessions',
    open: async (page, username) => {
      await signIn(await visit(), site, username);
      await page.goto('/en/dashboard/settings/security#sessions');
    },
    button: t('settings:sessions.end_others'),
    question: t('settings:sessions.ask'),
    confirm: t('settings:sessions.end_others'),
    done: t('settings:done.others_ended'),
    kept: async (username) => {
      const { id } = await memberOf(site, username);
      const mine = await site.services.db.select().from(sessionFamilies).where(eq(sessionFamilies.memberId, id));
      return mine.filter(({ endedAt }) => !endedAt).length;
    },
  },
  {
    name: 'removing the photo',
    open: async (page, username) => {
      const photo = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture('jpeg') };
      const elsewhere = await visit({ javaScriptEnabled: false });
      await signIn(elsewhere, site, username);
      await elsewhere.goto('/en/dashboard/settings');
      await field(elsewhere, t('settings:photo.upload')).setInputFiles(photo);
      await send(elsewhere, t('settings:photo.save'));
      await page.goto('/en/dashboard/settings');
    },
    button: t('settings:photo.remove'),
    question: t('settings:photo.ask'),
    confirm: t('settings:photo.remove'),
    done: t('settings:done.photo_removed'),
    kept: async (username) => (await memberOf(site, username)).photo,
  },
  {
    name: 'changing the address of the calendar',
    open: async (page) => {
      await page.goto('/en/dashboard/feed/webinars');
      await press(page, t('feed:calendar.make'));
      await see(page, t('feed:calendar.renew'));
      await page.goto('/en/dashboard/feed/webinars');
    },
    button: t('feed:calendar.renew'),
    question: t('feed:calendar.ask'),
    confirm: t('feed:calendar.renew'),
    done: t('feed:calendar.done'),
    kept: async (username) => (await memberOf(site, username)).calendarSalt,
  },
];

const nameOf = (index: number, way: string) => `asks${index}${way}`;
const people = ACTS.flatMap((_, index) =>
  ['dialog', 'page', 'late'].map((way): Person => ({ ...CAST[5]!, username: nameOf(index, way), name: 'Vera' })),
);
const others = ['moved', 'other'].map((username): Person => ({ ...CAST[5]!, username, name: 'Vera' }));
const site = await openStage({ people: [...CAST, ...people, ...others], money: true });
const visit = await openVisitors(site.origin);

/** The reduced run tries only the dear ones. */
const seen = ACTS.map((act, index) => ({ ...act, index })).filter(({ isDear }) => everyday(isDear, true));

describe.each(seen)('$name', (act) => {
  async function openAs(way: string, options = {}) {
    const username = nameOf(act.index, way);
    const page = await visit(options);
    await signIn(page, site, username);
    await act.open(page, username);
    await unfoldActs(page);
    return { page, kept: () => act.kept(username), before: await act.kept(username) };
  }

  test('asks in a dialog, and nothing has happened until it is confirmed', async () => {
    const { page, kept, before } = await openAs('dialog');
    const button = page.getByRole('button', { name: act.button, exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: act.question });
    await expect.poll(() => dialog.or(page.getByText(act.done, { exact: true })).count()).toBeGreaterThan(0);
    expect(await kept()).toEqual(before);
    // axe can't read the background of text in the top layer; its colours are the same as on every page.
    const barriers = await barriersOn(page, '[role=alertdialog][open]');
    expect(barriers.filter((barrier) => !/color-contrast .*-text$/.test(barrier))).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.isVisible()).toBe(false);
    expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
    // The close event comes a moment after the dialog is hidden; it can't be reopened before that.
    await page.locator('[role=alertdialog]').waitFor({ state: 'detached' });
    await page.keyboard.press('Space');
    // Enter without reading must choose the safe button.
    await dialog.waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog.isVisible()).toBe(false);
    expect(await kept()).toEqual(before);
    await button.click();
    await dialog.getByRole('button', { name: act.confirm, exact: true }).click();
    await see(page, act.done);
    expect(await kept()).not.toEqual(before);
  });

  test('asks on a page of its own without JavaScript, which leads back', async () => {
    const { page, kept, before } = await openAs('page', { ...PHONE, javaScriptEnabled: false });
    const address = page.url();
    await send(page, act.button);
    expect(await kept()).toEqual(before);
    await page.getByRole('heading', { name: act.question, level: 1 }).waitFor();
    await page.getByRole('link', { name: t('common:keep'), exact: true }).click();
    expect(await kept()).toEqual(before);
    await page.goto(address);
    await unfoldActs(page);
    await send(page, act.button);
    await send(page, act.confirm);
    await see(page, act.done);
    expect(await kept()).not.toEqual(before);
  });

  test('asks also whoever is faster than the scripts, and where none comes', async () => {
    const { page, kept, before } = await openAs('late', { expects: /ERR_FAILED|Failed to fetch/ });
    await page.route('**/*.js', (route) => route.abort());
    await page.reload();
    await unfoldActs(page);
    await press(page, act.button);
    await page.getByRole('heading', { name: act.question, level: 1 }).waitFor();
    expect(await kept()).toEqual(before);
  });
});

test('a purchase that was withdrawn says so, leads to sending the refund, and its plan is for sale again', async () => {
  const page = await visit({ ...PHONE, javaScriptEnabled: false });
  await signIn(page, site, 'other');
  const id = await buy('other');
  await page.goto(`/en/dashboard/finance/transactions/${id}`);
  await see(page, /^You can withdraw from this contract until \d\d\.\d\d\.\d{4} 23:59 \(Moscow Time\)\.$/);
  await send(page, t('transactions:act.withdraw'));
  await see(page, /^I withdraw from my contract for place L-\d{5} in the plan “Portico”/);
  await send(page, t('transactions:confirm.withdraw'));
  await see(page, /^You withdrew from the contract for place L-\d{5} on \d\d\.\d\d\.\d{4} \d\d:\d\d\./);
  expect((await page.goto(`/en/dashboard/finance/transactions/${id}/withdrawal`))?.status()).toBe(409);
  await page.goto('/en/dashboard/licenses/plans/licenses-1');
  await page.getByRole('button', { name: t('places:request.submit') }).waitFor();
  await page.goto(`/en/dashboard/finance/transactions/${id}`);
  await page.getByRole('link', { name: t('transactions:withdraw.send') }).click();
  await expect.poll(() => page.getByText(t('finance:entry.refund')).count()).toBe(1);
});

test('what is no longer possible is said where it would be asked, with the way to where it stands', async () => {
  const username = 'moved';
  const page = await visit();
  await signIn(page, site, username);
  await ask(username);
  const id = await changeUnfinished(site, username, { state: 'confirming', paidAt: new Date(), pending: 100_000_000n });
  for (const act of ['cancellation', 'recreation']) {
    const answer = await page.goto(`/en/dashboard/finance/transactions/${id}/${act}`);
    expect(answer?.status()).toBe(409);
    await see(page, t('refusals:transaction_moved_on'));
    await page.getByRole('link', { name: t('transactions:open') }).click();
    await page.waitForURL(`**/transactions/${id}`);
  }
  await withdraw(username);
  const [mine] = await withdrawalsOf(site, username);
  await page.goto(`/en/dashboard/finance/withdrawals/${mine?.id}`);
  await confirm(page, t('finance:withdrawal.cancel'));
  await see(page, t('finance:done.cancelled'));
  const answer = await page.goto(`/en/dashboard/finance/withdrawals/${mine?.id}/cancellation`);
  expect(answer?.status()).toBe(409);
  await see(page, t('refusals:withdrawal_moved_on'));
});

test('of somebody else nothing is asked', async () => {
  const transaction = await ask('other');
  await withdraw('other');
  const [withdrawal] = await withdrawalsOf(site, 'other');
  const theirs = [
    `transactions/${transaction}/cancellation`,
    `transactions/${transaction}/recreation`,
    `withdrawals/${withdrawal?.id}/cancellation`,
  ];
  const answer = (username: string, address: string) => answerFor(site, username, `/en/dashboard/finance/${address}`);
  for (const address of theirs) expect(await answer('other', address)).toBe(200);
  for (const address of [...theirs, 'transactions/x/cancellation', "withdrawals/'/cancellation"])
    expect(await answer(nameOf(1, 'page'), address)).toBe(404);
});
