import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { consolePath } from '#domain/console-paths.ts';
import { supportNumber } from '#domain/support.ts';
import {
  mails,
  members,
  memberTotps,
  sessionFamilies,
  supportAnswers,
  supportRequests,
} from '#server/db/schema/index.ts';
import { giveMoney, WALLET } from '../support/people/money.ts';
import { giveAnswer, giveQuestion } from '../support/people/questions.ts';
import { memberOf } from '../support/app/stage.ts';
import { openConsoleStage, signInStaff, untilAlive } from './staff.ts';

const { site, openAs, visit } = await openConsoleStage();
const { db } = site.services;

/** Sets the title if a member's text is executed. */
const EVIL = '"><img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';

async function asked(message: string): Promise<string> {
  const ivan = await memberOf(site, 'ivan');
  const [row] = await db
    .insert(supportRequests)
    .values({ memberId: ivan.id, topic: 'other', message, createdAt: new Date() })
    .returning();
  return supportNumber(row!.id);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const confirm = async (page: Page, reason: string) => {
  await page.getByRole('dialog').getByLabel('Reason').fill(reason);
  await page.keyboard.press('Enter');
};

describe('members', () => {
  test('are found, opened and blocked by keyboard alone; the log on the card says by whom', async () => {
    const page = await openAs('sam', consolePath('members'));
    await page.getByLabel('Search').fill('jonas');
    await page.keyboard.press('Enter');
    await page.waitForURL(/search=jonas/);
    await page.getByRole('link', { name: 'jonas', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Member: jonas' }).waitFor();
    await untilAlive(page);
    await button(page, 'Block').focus();
    await page.keyboard.press('Enter');
    await confirm(page, 'asked by phone');
    await button(page, 'Unblock').waitFor();
    const log = page.getByRole('region', { name: 'Audit log' });
    expect(await log.innerText()).toMatch(
      /Sam Okafor\s+Blocked a member\s+asked by phone\s+Blocked: no\s+Blocked: yes/,
    );
    expect(await button(page, 'Download data').count()).toBe(0);
    await button(page, 'Unblock').click();
    await confirm(page, 'it was a mistake');
    await button(page, 'Block').waitFor();
  });

  test('read in the log what was done in their own language, and when', async () => {
    const reason = 'попросил по телефону';
    const sam = await openAs('sam', consolePath('member', { username: 'jonas' }));
    await untilAlive(sam);
    await button(sam, 'Block').click();
    await confirm(sam, reason);
    await button(sam, 'Unblock').click();
    await confirm(sam, 'it was a mistake');
    await button(sam, 'Block').waitFor();
    const olga = await openAs('olga', `${consolePath('log')}?action=members+block`);
    const row = olga.getByRole('row').filter({ hasText: reason });
    const text = await row.innerText();
    expect(text).toMatch(/Участник заблокирован/);
    expect(text).toMatch(/Заблокирован: нет\s+Заблокирован: да/);
    expect(await olga.getByRole('main').innerText()).toContain('Время: Москва');
    expect(await olga.getByRole('row').filter({ hasText: 'Участник разблокирован' }).count()).toBe(0);
  });

  test('a broken line keeps the reason, and a second press does it', async () => {
    const page = await openAs('sam', consolePath('member', { username: 'marie' }), {
      expects: /ERR_FAILED|Failed to fetch/,
    });
    await page.route('**/access/', (route) => route.abort(), { times: 1 });
    await button(page, 'Block').click();
    await confirm(page, 'once more');
    await page.getByText('The connection was interrupted').waitFor();
    expect(await page.getByLabel('Reason').inputValue()).toBe('once more');
    await page.keyboard.press('Enter');
    await button(page, 'Unblock').waitFor();
  });

  test.each([true, false])('explain a balance line by line and lead through the tree, JavaScript: %s', async (js) => {
    const page = await visit({ javaScriptEnabled: js });
    await signInStaff(page, site, 'oscar');
    await page.goto(consolePath('member', { username: 'anna' }));
    if (js) await untilAlive(page);
    const available = await page.locator('dt', { hasText: 'Available' }).locator('+ dd').innerText();
    await page.getByRole('link', { name: 'All Ledger' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ledger: anna' }).waitFor();
    if (js) await untilAlive(page);
    const rows = page.getByRole('row');
    expect(`${await rows.nth(1).getByRole('cell').nth(3).innerText()}\u00A0USDT`).toBe(available);
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.getByRole('link', { name: 'First page' }).waitFor();
    await page.getByRole('combobox', { name: 'Account' }).selectOption('held');
    if (!js) await button(page, 'Apply').click();
    await page.waitForURL('**/ledger?account=held');
    await page.getByRole('cell', { name: 'Withdrawal sent' }).first().waitFor();
    await rows.getByRole('link', { name: 'Withdrawal', exact: true }).first().click();
    await page.waitForURL('**/operator/withdrawals/*');
    await page.getByRole('link', { name: 'anna', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Member: anna' }).waitFor();
    await page.getByRole('link', { name: '4', exact: true }).click();
    await page.getByRole('cell', { name: 'ivan', exact: true }).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Member: ivan' }).waitFor();
    await page.getByRole('link', { name: 'anna', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Member: anna' }).waitFor();
  });

  test('who lost a phone has the second factor removed after a while, by whoever may change members', async () => {
    const { id: memberId } = await memberOf(site, 'priya');
    const app = { memberId, secret: Buffer.from('x'), lastStep: 0, setAt: new Date() };
    await db.insert(memberTotps).values(app);
    const address = consolePath('member', { username: 'priya' });
    expect(await button(await openAs('fiona', address), 'Remove second factor').count()).toBe(0);
    const page = await openAs('sam', address);
    await button(page, 'Remove second factor').click();
    await confirm(page, 'lost the phone');
    await page.locator('dt', { hasText: 'Removed on' }).waitFor();
    expect(await button(page, 'Remove second factor').count()).toBe(0);
    expect(await page.getByRole('region', { name: 'Audit log' }).innerText()).toContain('lost the phone');
    await page.getByRole('link', { name: 'All Emails' }).click();
    await page.getByRole('heading', { level: 1, name: 'Emails: priya' }).waitFor();
    await untilAlive(page);
    await page
      .getByRole('row', { name: /Two-step/ })
      .getByRole('button')
      .click();
    await confirm(page, 'it never came');
    await page.getByText('Sending now.').waitFor();
  });

  test('what is owed to a former member is paid out from the card, and nothing found says what can be searched', async () => {
    await giveMoney(site.services, 'marie', 1_500_000n);
    await giveMoney(site.services, 'jonas', 2_250_500n);
    await db
      .update(members)
      .set({ closedAt: new Date() })
      .where(inArray(members.username, ['marie', 'jonas']));
    const page = await openAs('fiona', `${consolePath('members')}?search=zzzz`);
    await page.getByText('Search by name').waitFor();
    await page.goto(consolePath('reports'));
    await page.getByRole('link', { name: 'Owed to former members' }).click();
    const owed = page.getByRole('region', { name: 'Owed to former members' }).locator('tbody tr');
    const of = async (username: string) => (await owed.filter({ hasText: username }).innerText()).split('\t').slice(2);
    expect(await of('marie')).toEqual([expect.stringMatching(/1\.5000$/), '0.0000']);
    expect(await owed.count()).toBe(2);
    await owed.getByRole('link', { name: 'marie' }).click();
    await untilAlive(page);
    await button(page, 'Pay out balance').click();
    await page.getByRole('dialog').getByLabel('Address').fill(WALLET);
    await confirm(page, 'wrote to us');
    await page.getByRole('cell', { name: 'requested', exact: true }).waitFor();
    expect(await button(page, 'Pay out balance').count()).toBe(0);
    // On its way, it is still owed.
    await page.goto(consolePath('reports', {}, { view: 'owed' }));
    expect((await of('marie'))[0]).toMatch(/^0\.00/);
  });

  test('an owner takes data out as a file, with a reason', async () => {
    const page = await openAs('oscar', consolePath('member', { username: 'anna' }));
    await button(page, 'Download data').click();
    const [file] = await Promise.all([page.waitForEvent('download'), confirm(page, 'a court asked')]);
    expect(file.suggestedFilename()).toMatch(/\.zip$/);
  });

  test('whatever they typed is shown as text: name, contacts, device, message', async () => {
    const { id } = await memberOf(site, 'ivan');
    const contacts = { telegram: EVIL, phone: EVIL, other: EVIL };
    await db.update(members).set({ name: EVIL, contacts }).where(eq(members.id, id));
    const now = new Date();
    await db.insert(sessionFamilies).values({
      ...{ id: crypto.randomUUID(), memberId: id, tokenHash: Buffer.from('x'), rotatedAt: now, startedAt: now },
      ...{ device: EVIL, addressRange: EVIL },
    });
    const number = await asked(EVIL);
    const page = await openAs('sam', consolePath('member', { username: 'ivan' }));
    expect(await page.getByText(EVIL).count()).toBeGreaterThan(1);
    for (const [where, params] of [
      ['members', {}],
      ['support', {}],
      ['supportRequest', { number }],
      ['member', { username: 'ivan' }],
    ] as const) {
      await page.goto(consolePath(where, params));
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect([where, await page.title()]).not.toContain('owned');
      expect(await page.locator('img[src=x]').count(), where).toBe(0);
    }
  });
});

describe('support', () => {
  test('a saved answer is put into the answer, which is sent and shown with its writer', async () => {
    const number = await asked('Where is my place?');
    const page = await openAs('sam', consolePath('support'));
    await button(page, 'Add saved answer').click();
    await page.getByRole('dialog').getByLabel('Title').fill('An hour');
    await page.getByRole('dialog').getByLabel('Text').fill('It takes an hour.');
    await page.getByRole('dialog').getByLabel('Reason').fill('asked often');
    await button(page, 'Save').click();
    await page.getByRole('cell', { name: 'An hour', exact: true }).waitFor();
    await page.getByRole('link', { name: number }).click();
    await page.waitForURL(`**/${number}`);
    await untilAlive(page);
    await button(page, 'Assign to me').click();
    await button(page, 'Unassign').waitFor();
    await page.getByLabel('Insert a saved answer').selectOption({ label: 'An hour (en)' });
    expect(await page.getByLabel('Answer', { exact: true }).inputValue()).toBe('It takes an hour.');
    await button(page, 'Send answer').click();
    await page.getByText('The answer is sent.').waitFor();
    expect(await page.locator('article').innerText()).toMatch(/Sam Okafor[\s\S]*It takes an hour\./);
    // All requests of the member, answered ones too, and of nobody else.
    await giveQuestion(site, 'anna');
    await page.getByRole('link', { name: 'ivan', exact: true }).first().click();
    await page.getByRole('link', { name: 'All Support requests' }).click();
    await page.waitForURL('**/operator/support?*');
    await page.getByRole('row').filter({ hasText: number }).waitFor();
    const askers = await page.locator('table').first().locator('td:nth-child(3)').allInnerTexts();
    expect([...new Set(askers)]).toEqual(['ivan']);
    expect(await page.getByLabel('Search').inputValue()).toBe('@ivan');
  });

  test('of two who answer at once the second is told, keeps their text, and can send it', async () => {
    const number = await asked('Both of you?');
    const first = await openAs('sam', consolePath('supportRequest', { number }));
    const second = await openAs('oscar', consolePath('supportRequest', { number }), { expects: /409/ });
    await first.getByLabel('Answer', { exact: true }).fill('by Sam');
    await second.getByLabel('Answer', { exact: true }).fill('by Oscar');
    await button(first, 'Send answer').click();
    await first.getByText('The answer is sent.').waitFor();
    await button(second, 'Send answer').click();
    await second.getByText('Another person has answered first').waitFor();
    await second.locator('article', { hasText: 'by Sam' }).waitFor();
    expect(await second.getByLabel('Answer', { exact: true }).inputValue()).toBe('by Oscar');
    await button(second, 'Send answer').click();
    await second.getByText('The answer is sent.').waitFor();
    expect(await db.$count(supportAnswers, eq(supportAnswers.operator, 'staff:2'))).toBe(1);
  });
});

describe('e-mails', () => {
  test('that were sent go once more only when that is confirmed', async () => {
    const number = await giveQuestion(site, 'priya');
    await giveAnswer(site, number);
    const wasSent = and(eq(mails.aboutSupportId, Number(number.slice(2))), isNotNull(mails.sentAt));
    await expect.poll(() => db.$count(mails, wasSent)).toBe(1);
    const page = await openAs('sam', consolePath('mails'));
    await page.getByRole('combobox', { name: 'State' }).selectOption('sent');
    await page.waitForURL('**/mails?state=sent');
    await page.getByRole('row', { name: 'priya' }).first().getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('dialog').getByText('It was sent before').waitFor();
    await confirm(page, 'it never came');
    await page.getByText('Sending now.').waitFor();
  });
});
