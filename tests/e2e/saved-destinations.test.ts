import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { saveDestination } from '#contracts/destinations.ts';
import { addSeconds } from '#server/base/clock.ts';
import { CAST, type Person } from '#server/operator/seed/cast.ts';
import { mailbox, memberPins, members, savedDestinations } from '#server/db/schema/index.ts';
import { hashPin } from '#server/members/finance/index.ts';
import { notify } from '#server/members/notices/index.ts';
import { translator } from '#i18n/translator.ts';
import { openVisitors } from '../support/browser/browser.ts';
import { linkIn } from '../support/people/emails.ts';
import { giveMoney, WALLET } from '../support/people/money.ts';
import { memberOf, openStage, signIn } from '../support/app/stage.ts';
import { barriersOn } from './barriers.ts';
import { errorsAt, fill, press, see, send } from './forms.ts';
import { awake, expectWithdrawals, faultsAt, fillOrder, PIN, seeDone, seeReview } from './withdraw.ts';

const WAYS = [
  ['with-script', true],
  ['without-script', false],
] as const;
/** Members with money and a PIN, one per test. */
const people = WAYS.flatMap(([way]) =>
  ['saves', 'changes', 'picks', 'waits', 'stops', 'resumes', 'loses'].map((what): Person => ({
    ...CAST[2]!,
    username: `${what}-${way}`,
    name: what,
    language: 'en',
  })),
);
const site = await openStage({ people: [...CAST, ...people] });
const visit = await openVisitors(site.origin);
const t = translator('en');
const NODE = 'NodeNumber00000001';
const ADDRESSES = '/en/dashboard/settings/security/destinations';
const [NAME, DESTINATION] = [t('settings:destinations.name'), t('finance:withdraw.destination')];
const [PIN_FIELD, SAVED] = [t('finance:pin.label'), t('finance:withdraw.saved')];

beforeAll(async () => {
  for (const { username } of people) {
    await giveMoney(site.services, username, 500_000_000n);
    const { id: memberId } = await memberOf(site, username);
    const hashed = await hashPin(site.services, memberId, PIN);
    await site.services.db.insert(memberPins).values({ memberId, ...hashed, setAt: new Date() });
  }
});

async function openAs(username: string, address: string, options = {}): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, username);
  await page.goto(address);
  return page;
}

async function giveSaved(username: string, name: string): Promise<void> {
  const { id: memberId } = await memberOf(site, username);
  const saved = { id: randomUUID(), memberId, name, destination: NODE, network: 'qchain' } as const;
  await site.services.db.insert(savedDestinations).values({ ...saved, savedAt: new Date() });
}

async function linkTo(username: string): Promise<string> {
  const { email } = await memberOf(site, username);
  const links = async () => {
    const mails = await site.services.db.select().from(mailbox).where(eq(mailbox.to, email));
    return mails.map(({ text }) => linkIn(text)).filter(({ pathname }) => pathname === '/en/auth/not-me');
  };
  await expect.poll(async () => (await links()).length, { timeout: 10_000 }).toBeGreaterThan(0);
  const [first] = await links();
  return `${first!.pathname}${first!.search}`;
}

describe.each(WAYS)('%s', (way, javaScriptEnabled) => {
  /** In place, or on the next page without JavaScript. */
  const pressIn = javaScriptEnabled ? press : send;

  test('saves an address with the PIN, and is told what is wrong at its field', async () => {
    const page = await openAs(`saves-${way}`, '/en/dashboard/settings/security', {
      javaScriptEnabled,
      expects: /^422 /,
    });
    await page.getByRole('link', { name: t('settings:destinations.title') }).click();
    await see(page, t('settings:destinations.none'));
    await fill(page, { [NAME]: 'My node', [DESTINATION]: 'nonsense', [PIN_FIELD]: PIN });
    await pressIn(page, t('settings:destinations.submit'));
    await expect.poll(() => errorsAt(page, DESTINATION)).toEqual([t('faults:destination_unknown')]);
    await fill(page, { [DESTINATION]: NODE, [PIN_FIELD]: PIN });
    await pressIn(page, t('settings:destinations.submit'));
    await see(page, t('settings:done.destination_saved'));
    await see(page, 'NodeNu…0001');
    if (javaScriptEnabled) expect(await barriersOn(page)).toEqual([]);
  });

  test('renames one, and removes one', async () => {
    const username = `changes-${way}`;
    await giveSaved(username, 'My node');
    const page = await openAs(username, ADDRESSES, { javaScriptEnabled });
    await page.getByRole('link', { name: t('settings:destinations.change_named', { name: 'My node' }) }).click();
    await see(page, NODE);
    await fill(page, { [NAME]: 'Cold node' });
    await send(page, t('settings:destinations.rename'));
    await see(page, t('settings:done.destination_renamed'));
    await fill(page, { [NAME]: 'For a moment', [DESTINATION]: WALLET, [PIN_FIELD]: PIN });
    await pressIn(page, t('settings:destinations.submit'));
    await page.getByRole('link', { name: t('settings:destinations.change_named', { name: 'For a moment' }) }).click();
    await send(page, t('settings:destinations.remove'));
    await see(page, t('settings:done.destination_removed'));
    expect(await page.getByText('For a moment').count()).toBe(0);
  });

  test('picks it in the withdraw form, which still takes another one', async () => {
    const username = `picks-${way}`;
    await giveSaved(username, 'Cold node');
    const page = await openAs(username, '/en/dashboard/finance', { javaScriptEnabled, expects: /^422 / });
    if (javaScriptEnabled) await awake(page, t);
    await page.getByLabel(SAVED).selectOption({ label: 'Cold node' });
    await fill(page, { [t('finance:withdraw.amount')]: '20' });
    await page.getByRole('button', { name: t('finance:withdraw.go_on') }).click();
    await seeReview(page, t);
    await see(page, NODE);
    await fill(page, { [PIN_FIELD]: PIN });
    await page.getByRole('button', { name: t('finance:withdraw.send') }).click();
    await seeDone(page, t, 'sent');
    await page.goto('/en/dashboard/finance');
    if (javaScriptEnabled) await awake(page, t);
    await fillOrder(page, t, WALLET, '20');
    await page.getByRole('button', { name: t('finance:withdraw.go_on') }).click();
    await seeReview(page, t);
    await see(page, WALLET);
    await expectWithdrawals(site, username, [20_000_000n]);
    if (javaScriptEnabled) return;
    await page.getByRole('button', { name: t('finance:withdraw.change') }).click();
    await page.getByLabel(SAVED).selectOption({ label: 'Cold node' });
    await send(page, t('finance:withdraw.go_on'));
    expect(await faultsAt(page, 'destination')).toEqual([t('faults:destination_both')]);
  });

  test('has new addresses wait: the form says from when on, and switching it off takes a day', async () => {
    const username = `waits-${way}`;
    await giveSaved(username, 'Cold node');
    const page = await openAs(username, ADDRESSES, { javaScriptEnabled });
    await pressIn(page, t('settings:destinations.wait_on'));
    await see(page, t('settings:done.wait_on'));
    await page.goto('/en/dashboard/finance');
    await see(page, t('finance:obstacles.no_destination'));
    const { id: memberId } = await memberOf(site, username);
    const yesterday = addSeconds(new Date(), -24 * 3600);
    const { db } = site.services;
    await db.update(savedDestinations).set({ savedAt: yesterday }).where(eq(savedDestinations.memberId, memberId));
    await page.reload();
    if (javaScriptEnabled) await awake(page, t);
    expect(await page.getByLabel(DESTINATION).getAttribute('readonly')).not.toBeNull();
    await page.getByLabel(SAVED).selectOption({ label: 'Cold node' });
    await fill(page, { [t('finance:withdraw.amount')]: '20' });
    await page.getByRole('button', { name: t('finance:withdraw.go_on') }).click();
    await seeReview(page, t);
    await page.goto(ADDRESSES);
    await page.getByRole('link', { name: t('settings:destinations.wait_off') }).click();
    await fill(page, { [PIN_FIELD]: PIN });
    await send(page, t('settings:destinations.wait_off'));
    await see(page, t('settings:done.wait_off'));
    await pressIn(page, t('settings:destinations.wait_keep'));
    await see(page, t('settings:done.wait_on'));
  });

  test('says “This wasn’t me” by the link of the e-mail, without a session, and only by pressing', async () => {
    const username = `stops-${way}`;
    await site.services.transaction(async (tx) =>
      notify(tx, site.services, await memberOf(site, username), 'destination-wait-on'),
    );
    const link = await linkTo(username);
    const page = await visit({ javaScriptEnabled, expects: /^422 / });
    await page.goto(link);
    await page.reload();
    expect((await memberOf(site, username)).withdrawalsStoppedAt).toBeNull();
    if (javaScriptEnabled) expect(await barriersOn(page)).toEqual([]);
    await send(page, t('auth:not_me.submit'));
    await see(page, t('auth:not_me.done'));
    expect((await memberOf(site, username)).withdrawalsStoppedAt).not.toBeNull();
    await page.goto('/en/auth/not-me?token=x');
    await send(page, t('auth:not_me.submit'));
    await see(page, t('refusals:stop_link_invalid'));
  });

  test('is told why nothing can be withdrawn, and resumes with a password reset by e-mail and the PIN', async () => {
    const username = `resumes-${way}`;
    const { db } = site.services;
    const change = (stopped: Partial<typeof members.$inferInsert>) =>
      db.update(members).set(stopped).where(eq(members.username, username));
    await change({ withdrawalsStoppedAt: new Date() });
    const page = await openAs(username, '/en/dashboard/finance', { javaScriptEnabled, expects: /^4(09|22) / });
    await see(page, t('finance:obstacles.stopped'));
    await page.getByRole('link', { name: t('finance:way_out.resume') }).click();
    await fill(page, { [PIN_FIELD]: PIN });
    await pressIn(page, t('finance:resume.submit'));
    await see(page, t('refusals:reset_required'));
    await change({ passwordResetAt: new Date() });
    await fill(page, { [PIN_FIELD]: PIN });
    await send(page, t('finance:resume.submit'));
    await see(page, t('finance:done.resumed'));
    expect((await memberOf(site, username)).withdrawalsStoppedAt).toBeNull();
  });
});

test('an address is saved once, although the answer was lost and another PIN is typed then', async () => {
  const page = await openAs('loses-with-script', ADDRESSES, { expects: /did not come through|ERR_FAILED|^422 / });
  const saving = `**${saveDestination.path}`;
  await page.route(saving, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await fill(page, { [NAME]: 'My node', [DESTINATION]: NODE, [PIN_FIELD]: PIN });
  await press(page, t('settings:destinations.submit'));
  await see(page, t('common:line_broken'));
  await page.unroute(saving);
  await fill(page, { [PIN_FIELD]: '8642' });
  await press(page, t('settings:destinations.submit'));
  await see(page, t('refusals:uid_reused'));
  const { id: memberId } = await memberOf(site, 'loses-with-script');
  const saved = await site.services.db.select().from(savedDestinations).where(eq(savedDestinations.memberId, memberId));
  expect(saved).toHaveLength(1);
});
