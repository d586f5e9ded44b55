import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { type ConsolePage, consolePath } from '#domain/console-paths.ts';
import { accrualBatches, accrualDrafts, approvals, staff, transactions, withdrawals } from '#server/db/schema/index.ts';
import { PHONE } from '../support/browser/browser.ts';
import { emailOf } from '../support/people/staff.ts';
import { giveMoney, WALLET } from '../support/people/money.ts';
import { withdraw } from '../support/people/withdraw.ts';
import { barriersOn } from './barriers.ts';
import { openConsoleStage, signInStaff, untilAlive } from './staff.ts';

const { site, visit, openAs } = await openConsoleStage();
const { db } = site.services;

const HEADER = 'username,amount,reason,source,document';

function csv(name: string, lines: readonly string[]) {
  return { name, mimeType: 'text/csv', buffer: Buffer.from([HEADER, ...lines, ''].join('\n')) };
}

async function upload(page: Page, name: string, lines: readonly string[]): Promise<void> {
  await page.getByLabel('CSV file').setInputFiles(csv(name, lines));
  await page.getByRole('button', { name: 'Upload and check' }).click();
}

async function confirm(page: Page, reason: string): Promise<void> {
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill(reason);
  await page.keyboard.press('Enter');
}

describe('accruals', () => {
  test('are uploaded, looked at and posted; who leaves meanwhile finds them posted', async () => {
    const page = await openAs('fiona', consolePath('accruals'));
    await upload(page, 'april 2026.csv', ['anna,1.50,earnings,,E-1', 'ivan,2,bonus,,E-2']);
    await page.getByRole('heading', { level: 1, name: 'Uploaded file' }).waitFor();
    await untilAlive(page);
    expect(await page.locator('dl.facts').innerText()).toMatch(/april-2026[^]*3\.50\sUSDT/);
    await page.getByRole('button', { name: 'Post batch' }).click();
    await page.getByText('CLI equivalent').click();
    expect(await page.getByRole('dialog').innerText()).toContain('accruals import april-2026.csv --batch april-2026');
    await confirm(page, 'month’s end');
    const address = page.url();
    await page.goto(consolePath('transactions'));
    await expect.poll(() => db.$count(accrualBatches, eq(accrualBatches.batch, 'april-2026'))).toBe(1);
    await page.goto(address);
    await page.getByRole('link', { name: 'Open batch' }).click();
    await page.getByRole('region', { name: 'Lines' }).getByText('E-2').waitFor();
  });

  test('are read line by line; what was posted before is told, and posted again only on purpose', async () => {
    const lines = ['anna,1.50,earnings,,G-1', 'ivan,20,bonus,,G-2', 'marie,3,bonus,,G-3'];
    for (const name of ['first.csv', 'second.csv']) {
      const page = await openAs('fiona', consolePath('accruals'));
      await upload(page, name, lines);
      await page.getByRole('heading', { level: 1, name: 'Uploaded file' }).waitFor();
      await untilAlive(page);
      const table = page.getByRole('table', { name: 'Lines', exact: true });
      await table.getByRole('link', { name: 'Amount' }).click();
      await page.waitForURL('**/accruals/*?sort=*');
      await table.getByRole('link', { name: 'Amount' }).click();
      await expect.poll(() => table.locator('tbody tr').first().innerText()).toContain('G-2');
      await page.getByLabel('Search').fill('marie');
      await page.keyboard.press('Enter');
      await expect.poll(() => table.locator('tbody tr').count()).toBe(1);
      const isSecond = name === 'second.csv';
      expect(await page.getByText('Posted before in first: 3 of these lines.').count()).toBe(isSecond ? 1 : 0);
      await page.getByRole('button', { name: 'Post batch' }).click();
      await page.getByRole('dialog').getByLabel('Reason').fill('month’s end');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: isSecond ? 'Post again' : 'Confirm' })
        .click();
      const { batch } = accrualBatches;
      await expect.poll(() => db.$count(accrualBatches, eq(batch, name.replace('.csv', '')))).toBe(1);
      expect(await barriersOn(page)).toEqual([]);
    }
  });

  test('with wrong lines show each of them, as text whatever stands there, and can’t be posted', async () => {
    const page = await openAs('fiona', consolePath('accruals'));
    const evil = '<img src=x onerror=alert(1)>';
    await upload(page, 'wrong.csv', ['anna,1,earnings,,W-1', `${evil},1,earnings,,W-2`, 'ivan,-4,bonus,,W-3']);
    const wrong = page.getByRole('region', { name: 'Lines with errors' });
    await wrong.getByText(evil).waitFor();
    expect(await wrong.locator('tbody tr').count()).toBe(2);
    expect(await wrong.innerText()).toContain('Enter an amount above zero');
    expect(await page.getByRole('button', { name: 'Post batch' }).count()).toBe(0);
    expect(await barriersOn(page)).toEqual([]);
  });

  test('in a file that is none are told at its field, and what was typed stays', async () => {
    const page = await openAs('fiona', consolePath('accruals'), { expects: /^422 / });
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b') });
    await page.getByLabel('Batch name').press('Enter');
    await page.getByText('It must name username, amount, reason, source, document').waitFor();
    expect(await page.getByLabel('Batch name').inputValue()).toBe('x');
    await page.getByText('Own reasons', { exact: true }).click();
    await page.getByRole('button', { name: 'Add a reason' }).click();
    await page.getByLabel('Word in the file').fill('spring');
    expect(await barriersOn(page)).toEqual([]);
    // A reason of this file has a Russian text, and then the file may name it.
    await page.getByLabel('CSV file').setInputFiles(csv('x.csv', ['anna,1,spring,,O-1']));
    await page.getByRole('button', { name: 'Upload and check' }).click();
    await page.locator('.errors').waitFor();
    await page.getByLabel('Members read: Russian').fill('Весна');
    await page.getByRole('button', { name: 'Upload and check' }).click();
    await page.getByRole('heading', { level: 1, name: 'Uploaded file' }).waitFor();
    expect(await page.getByRole('region', { name: 'By reason' }).innerText()).toContain('spring');
  });

  test('can’t be sent by who may not post them: megabytes are refused before they are read', async () => {
    const page = await visit({ expects: /^40[13] / });
    await signInStaff(page, site, 'sam');
    const form = { file: csv('big.csv', ['x'.repeat(9_000_000)]), batch: 'big', labels: '' };
    const answer = await page.request.post('/operator/api/accruals/uploads/', {
      multipart: form,
      headers: { origin: site.origin },
    });
    expect([answer.status(), ((await answer.json()) as { code: string }).code]).toEqual([403, 'not_able']);
  });
});

/** Returns their ids. */
async function requestThree(username: string): Promise<string[]> {
  await giveMoney(site.services, username, 900_000_000n);
  const ids: string[] = [];
  for (const micros of ['150000000', '160000000', '170000000']) {
    ids.push(await withdraw(site.services, WALLET, { username, micros, uid: randomUUID() }));
  }
  return ids;
}

/** “3 rows · 480.00 USDT”, above the rows. */
async function totalOf(page: Page): Promise<{ count: number; micros: bigint }> {
  const text = await page.getByText(/^\d+ rows? · .*USDT$/).innerText();
  const [, count = '', whole = '', part = ''] = /^(\d+) .* · (\S+)\.(\d\d)\sUSDT$/u.exec(text) ?? [];
  return { count: Number(count), micros: BigInt(whole.replaceAll(/\D/g, '') + part) * 10_000n };
}

async function waitingTotal(): Promise<{ count: number; micros: bigint }> {
  const rows = await db.select().from(withdrawals).where(eq(withdrawals.state, 'requested'));
  return { count: rows.length, micros: rows.reduce((sum, { amountMicros }) => sum + amountMicros, 0n) };
}

describe('a withdrawal', () => {
  test('is approved on its card by keyboard alone, and its steps say by whom', async () => {
    const [row] = await db.select().from(withdrawals).where(eq(withdrawals.state, 'requested'));
    const page = await openAs('fiona', consolePath('withdrawal', { id: row!.id }));
    expect(await page.locator('dl.facts').innerText()).toContain(row!.destination);
    await page.getByRole('button', { name: 'Approve' }).focus();
    await page.keyboard.press('Enter');
    await confirm(page, 'known destination');
    await page.getByRole('list', { name: 'History' }).getByText('Fiona Marsh').waitFor();
    expect(await barriersOn(page)).toEqual([]);
  });

  test('is read beside the list, moved on from and declined by keys, and Back and Escape return to its row', async () => {
    await requestThree('ivan');
    const page = await openAs('fiona', `${consolePath('withdrawals')}?state=requested&sort=amount`);
    const rows = page.getByRole('table').locator('tbody tr');
    const focused = () => page.evaluate(() => document.activeElement?.closest('tr')?.rowIndex);
    await page.getByLabel('Search').press('j');
    expect(await page.getByLabel('Search').inputValue()).toBe('j');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    expect(await focused()).toBe(2);
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'next row' }) });
    await drawer.getByText('Invited by').waitFor();
    const [member = ''] = await rows.nth(1).getByRole('link').nth(1).allInnerTexts();
    expect(await drawer.getByRole('heading').innerText()).toContain(member);
    expect(new URL(page.url()).pathname).toMatch(/withdrawals\/[\da-f-]{36}$/);
    expect(await barriersOn(page)).toEqual([]);
    await page.keyboard.press('j');
    await drawer.getByText('Invited by').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe(3);
    expect(page.url()).toContain('?state=requested&sort=amount');
    await rows.nth(0).locator('td').nth(3).click();
    await page.goBack();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.goForward();
    await drawer.getByRole('button', { name: 'Decline' }).click();
    await page.getByLabel('Choose a reason').selectOption({ index: 1 });
    await confirm(page, 'no answer');
    await drawer.getByText('Declined. The money was returned').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => rows.nth(0).innerText()).toContain('declined');
    // The head of the list counts what waits now.
    await expect.poll(() => totalOf(page)).toEqual(await waitingTotal());
  });

  test('that somebody else decides is counted no more, and the node’s balance is that of now', async () => {
    const [first] = await requestThree('jonas');
    const page = await openAs('fiona', `${consolePath('withdrawals')}?state=requested`);
    const before = await waitingTotal();
    await expect.poll(() => totalOf(page)).toEqual(before);
    const asked = page.waitForResponse('**/operator/api/node-balance/');
    await db.update(withdrawals).set({ state: 'approved' }).where(eq(withdrawals.id, first!));
    await expect.poll(() => totalOf(page)).toEqual({ count: before.count - 1, micros: before.micros - 150_000_000n });
    expect((await asked).status()).toBe(200);
    await expect.poll(() => page.title()).toContain(`(${before.count - 1})`);
  });

  test('is opened by its link without JavaScript; its page shows the same facts', async () => {
    const page = await visit({ javaScriptEnabled: false });
    await signInStaff(page, site, 'sam');
    await page.goto(`${consolePath('withdrawals')}?state=completed`);
    await page.getByRole('table').locator('tbody').getByRole('link').first().click();
    const facts = await page.locator('dl.facts').innerText();
    for (const name of ['Balance now', 'Earlier payouts', 'Email', 'Team', 'Invited by']) expect(facts).toContain(name);
  });

  test('is declined with others at once, flagged ones too; what was decided before is told', async () => {
    await requestThree('marie');
    const page = await openAs('fiona', `${consolePath('withdrawals')}?state=requested`);
    await page.getByLabel('Select all on this page').check();
    const count = await page.getByRole('table').locator('tbody input:checked').count();
    expect(count).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Decline selected' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Decline these too').isChecked()).toBe(true);
    const [open] = await db.select().from(withdrawals).where(eq(withdrawals.state, 'requested')).limit(1);
    await db.update(withdrawals).set({ state: 'approved' }).where(eq(withdrawals.id, open!.id));
    await db.update(withdrawals).set({ state: 'sending' }).where(eq(withdrawals.id, open!.id));
    await dialog.getByLabel('Choose a reason').selectOption({ index: 1 });
    await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
    await confirm(page, 'wave of fraud');
    await page.getByText(`${count - 1} declined`).waitFor();
    await page.getByText('1 already sending').waitFor();
    await page.getByRole('link', { name: open!.id }).waitFor();
    // In place: the queue is read again, empty, and nothing is selected any more.
    expect(await page.evaluate(() => 'isSame' in globalThis)).toBe(true);
    await expect.poll(() => page.getByText('No entries.').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Decline selected' }).count()).toBe(0);
    expect(await barriersOn(page)).toEqual([]);
  });

  test('is one row of a file that holds what the list is filtered by', async () => {
    const page = await openAs('sam', consolePath('withdrawals'));
    await page.goto(`${consolePath('withdrawals')}?state=completed&sort=-amount`);
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download as CSV' }).click();
    const text = await (await (await coming).createReadStream()).setEncoding('utf8').toArray();
    const lines = text.join('').trim().split('\r\n');
    expect(lines[0]).toContain('id,username,amount');
    expect(lines.length - 1).toBe(await db.$count(withdrawals, eq(withdrawals.state, 'completed')));
  });
});

test('every kind of approval shows its subject with a link on one page, and a new approver what they may', async () => {
  const [[withdrawal], [transaction], [batch], [olga], [kira]] = await Promise.all([
    db.select().from(withdrawals).limit(1),
    db.select().from(transactions).limit(1),
    db.select().from(accrualBatches).limit(1),
    db
      .select()
      .from(staff)
      .where(eq(staff.email, emailOf('olga'))),
    db
      .select()
      .from(staff)
      .where(eq(staff.email, emailOf('kira'))),
  ]);
  const by = { preparedBy: olga!.id, preparedAt: new Date() };
  const draft = randomUUID();
  await db.insert(accrualDrafts).values({
    ...{ id: draft, batch: 'quarter', csv: Buffer.from('x'), labels: {}, lineCount: 1, totalMicros: 2_000_000_000n },
    ...{ sums: [], faultCount: 0, state: 'checked', ...by },
  });
  const money = (action: string, subject: string) => ({ action, subject, input: {}, amountMicros: 2_000_000_000n });
  const person = (action: string, subject: string, input: object) => ({ action, subject, input, amountMicros: 0n });
  const waiting = [
    money('withdrawals approve', withdrawal!.id),
    money('transactions settle', transaction!.id),
    money('transactions refund', transaction!.id),
    money('accruals post', draft),
    money('accruals reverse', batch!.batch),
    money('accruals reverse', `${batch!.batch}:1`),
    person('staff add', 'nina@demo.example', { name: 'Nina', role: 'finance-approver' }),
    person('staff role', kira!.email, { role: 'owner', was: 'content' }),
    person('staff enable', emailOf('artur'), { role: 'finance-approver', was: 'finance-approver' }),
    person('staff invite-again', emailOf('fiona'), { role: 'finance-approver', was: 'finance' }),
  ];
  const rows = waiting.map((one, index) => ({ id: randomUUID(), reason: `kind ${index}`, ...one, ...by }));
  await db.insert(approvals).values(rows as (typeof approvals.$inferInsert)[]);
  const page = await openAs('oscar', consolePath('approvals'));
  for (const { reason, action } of rows) {
    const links = page.getByRole('row').filter({ hasText: reason }).locator('td a.link');
    expect(await links.count(), action).toBeGreaterThan(0);
  }
  const row = (reason: string) => page.getByRole('row').filter({ has: page.getByRole('cell', { name: reason }) });
  expect(await row('kind 6').innerText()).toContain('invited by Ольга Верная');
  await row('kind 7').getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.innerText()).toMatch(/Content → Owner[^]*May then: [^]*Change plans/);
  expect(await dialog.innerText()).not.toMatch(/May then: [^\n]*See plans/);
  expect(await dialog.getByRole('link', { name: kira!.email }).getAttribute('href')).toBe(consolePath('staff'));
  expect(await barriersOn(page)).toEqual([]);
});

describe('a transaction', () => {
  test('is found by its id and opened on its card', async () => {
    const [late] = await db.select().from(transactions).limit(1);
    const page = await openAs('fiona', consolePath('transactions'));
    await page.getByLabel('Search').fill(late!.id);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/transactions?search=*');
    const region = page.getByRole('region', { name: 'Transactions' });
    await expect.poll(() => region.locator('tbody tr').count()).toBe(1);
    await region.locator('tbody').getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: 'Transaction', exact: true }).waitFor();
    expect(await page.locator('dl.facts').innerText()).toContain(late!.id);
    expect(await barriersOn(page)).toEqual([]);
  });
});

describe('on a phone', () => {
  test.each<[ConsolePage, string]>([
    ['transactions', ''],
    ['accruals', ''],
    ['accrualBatches', ''],
    ['reports', '?view=balances'],
    ['reports', '?view=owed'],
    ['reports', '?view=money'],
    ['reports', '?view=reconciliation&kind=payouts'],
  ])('%s%s needs no sideways scroll', async (name, query) => {
    const page = await openAs('oscar', consolePath(name) + query, PHONE);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});

test('reports are shown to finance and to nobody whose role has none', async () => {
  const page = await openAs('fiona', consolePath('reports'));
  await page.getByText('The ledger balances.').waitFor();
  const other = await openAs('sam', consolePath('reports'), { expects: /^403 / });
  await other.getByRole('heading', { level: 1, name: 'No permission' }).waitFor();
});
