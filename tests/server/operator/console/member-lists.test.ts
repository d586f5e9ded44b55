import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { signIn } from '#contracts/auth.ts';
import { toApiRequest } from '#contracts/call.ts';
import * as lists from '#contracts/console/member-lists.ts';
import { sendMailAgain } from '#contracts/console/mails.ts';
import { getConsoleMember, listConsoleMembers } from '#contracts/console/members.ts';
import { listConsoleTransactions } from '#contracts/console/transactions.ts';
import { listConsoleWithdrawals, rejectOne } from '#contracts/console/withdrawals.ts';
import { getBalance } from '#contracts/finance.ts';
import { parseMoney } from '#domain/money.ts';
import { members } from '#server/db/schema/index.ts';
import { hasContact } from '#server/operator/console/contact-search.ts';
import { inProcess } from '#server/http/calls/transport.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { emailsTo } from '../../../support/people/emails.ts';
import { postAccruals } from '../../../support/people/money.ts';
import { openConsole } from '../../../support/people/staff.ts';
import { requestedWithdrawals } from '../../../support/people/withdraw.ts';

const served = await createTestServices();
const { services, app } = served;
const console_ = await openConsole(served);
const { api } = console_;
const sam = await console_.signIn('sam');
const oscar = await console_.signIn('oscar');
const kira = await console_.signIn('kira');
const reason = 'a ticket';

const micros = (text: string) => (text.startsWith('-') ? -parseMoney(text.slice(1))! : parseMoney(text)!);
const cardOf = async (username: string) => dataOf(await sam.call(getConsoleMember, { username }));

type Page<Row> = { items: Row[]; next: string | null };

/** All rows of a list, two a page. */
async function all<Row>(read: (page: { limit: string; cursor: string }) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor = '';
  for (let pages = 0; pages < 200; pages += 1) {
    const page = await read({ limit: '2', cursor });
    rows.push(...page.items);
    if (page.next === null) return rows;
    cursor = page.next;
  }
  throw new Error('The list has no end.');
}

const ledgerOf = (username: string, account: 'available' | 'held') =>
  all(async (page) => dataOf(await sam.call(lists.listMemberLedger, { username, account, ...page })));

describe('the ledger of a member', () => {
  test('explains the balance line by line, to the last micro, in both accounts', async () => {
    await postAccruals(services, 'anna', [{ micros: 1_234_567n, details: { reason: 'bonus', document: 'E-1' } }]);
    const [id = ''] = await requestedWithdrawals(served, 1, '150');
    dataOf(await oscar.call(rejectOne, { id, said: 'The address is wrong.', reason }));
    await requestedWithdrawals(served, 1, '160');
    const card = await cardOf('anna');
    for (const account of ['available', 'held'] as const) {
      const lines = await ledgerOf('anna', account);
      expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => lines.length - index));
      expect(lines[0]?.balance, account).toBe(card.balance[account]);
      const oldestFirst = lines.toReversed();
      let balance = 0n;
      for (const line of oldestFirst) {
        balance += micros(line.amount);
        expect(micros(line.balance), `${account} ${line.number}`).toBe(balance);
      }
    }
    const available = await ledgerOf('anna', 'available');
    expect(available.slice(0, 10)).toEqual(card.ledger);
    expect(available.map(({ kind }) => kind).slice(0, 5)).toEqual(['hold', 'accrual', 'release', 'hold', 'accrual']);
    expect(available[2]).toMatchObject({ kind: 'release', amount: '150.00', origin: { kind: 'withdrawal', id } });
    expect(available[5]).toMatchObject({ reason: 'Bonus', document: 'E-1', amount: '1.234567' });
  });

  test('names the batch of an accrual, who it came from, and its reversal', async () => {
    const [ivan] = await services.db.select().from(members).where(eq(members.username, 'ivan'));
    const details = { batch: 'june', line: '3', document: 'E-3' };
    await postAccruals(services, 'marie', [
      { micros: 5_000_000n, details: { ...details, reason: 'earnings', source: String(ivan!.id) } },
      { micros: -5_000_000n, details, kind: 'correction' },
    ]);
    const origin = { kind: 'batch', id: 'june' };
    const [reversal, accrual] = await ledgerOf('marie', 'available');
    expect(accrual).toMatchObject({ kind: 'accrual', origin, source: 'ivan', document: 'E-3' });
    expect(reversal).toMatchObject({ kind: 'correction', origin, amount: '-5.00', balance: expect.any(String) });
  });

  test('is a file with the same lines, and refused to whoever may not read members', async () => {
    const download = (token: string) => {
      const request = toApiRequest(lists.downloadMemberLedger, { username: 'anna' }, 'en');
      request.headers['authorization'] = `Bearer ${token}`;
      return inProcess(app)(request, { address: '192.0.2.1', userAgent: '', requestId: 'test' });
    };
    const { stream } = await download(sam.token);
    const [head, first, ...rest] = (await new Response(stream).text()).trim().split('\r\n');
    const lines = await ledgerOf('anna', 'available');
    expect(head).toContain('number,at,kind,amount,balance');
    expect(first).toContain(`${lines[0]!.number},${lines[0]!.at},hold,-160.00,${lines[0]!.balance}`);
    expect(rest).toHaveLength(lines.length - 1);
    expect((await download(kira.token)).status).toBe(403);
    const asked = { username: 'anna' };
    expect(refusalOf(await kira.call(lists.listMemberLedger, asked))).toBe('not_able');
    expect(refusalOf(await sam.call(lists.listMemberLedger, { ...asked, cursor: 'x' }))).toBe('invalid');
    expect(refusalOf(await sam.call(lists.listMemberLedger, { username: 'nobody' }))).toBe('not_found');
  });

  test('has the result that the member reads', async () => {
    const { access } = await api.signIn('anna');
    const { total, paid, result } = dataOf(await api.call(getBalance, {}, { bearer: access }));
    expect(await cardOf('anna')).toMatchObject({ sums: { earned: total }, result: { paid, result } });
  });
});

test('lists of all withdrawals and transactions can be of exactly one member', async () => {
  await services.db.update(members).set({ username: 'anna2' }).where(eq(members.username, 'jonas'));
  const search = '@anna';
  for (const contract of [listConsoleWithdrawals, listConsoleTransactions]) {
    const { items } = dataOf(await sam.call(contract, { search }));
    expect(new Set(items.map(({ username }) => username)).size).toBeLessThanOrEqual(1);
  }
  expect(dataOf(await sam.call(listConsoleWithdrawals, { search })).items.length).toBeGreaterThan(0);
  expect(dataOf(await sam.call(listConsoleWithdrawals, { search: '@ann' })).items).toEqual([]);
  await services.db.update(members).set({ username: 'jonas' }).where(eq(members.username, 'anna2'));
});

test('the tree is walked from its top to everybody, and back up', async () => {
  const everybody = (await services.db.select().from(members)).map(({ username }) => username);
  const found: string[] = [];
  const waiting = ['root'];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    found.push(next);
    const username = next;
    const line = await all(async (page) => dataOf(await sam.call(lists.listMemberTeam, { username, ...page })));
    expect(line.length).toBe((await cardOf(username)).team.first_line);
    waiting.push(...line.map((row) => row.username));
  }
  expect(found.toSorted()).toEqual(everybody.toSorted());
  const { above, depth } = dataOf(await sam.call(lists.listMemberTeam, { username: found.at(-1)! }));
  expect([above.length, above.at(-1)]).toEqual([depth, 'root']);
  expect(refusalOf(await kira.call(lists.listMemberTeam, { username: 'anna' }))).toBe('not_able');
});

test('what happened to an account is listed newest first, and of nobody else', async () => {
  for (const password of ['wrong-password', DEMO_PASSWORD]) {
    const form = { login: 'ivan', password, bot_check: await api.answer() };
    await api.call(signIn, form, { address: newAddress(), userAgent: 'Firefox/140 Android' });
  }
  const events = await all(async (page) =>
    dataOf(await sam.call(lists.listMemberSecurity, { username: 'ivan', ...page })),
  );
  expect(events.map(({ title }) => title).slice(0, 2)).toEqual(['Signed in', 'Wrong password at sign-in']);
  expect(events[0]?.device).toContain('Firefox');
  const card = await cardOf('ivan');
  expect(card.security).toEqual(events.slice(0, 10));
  expect(card.session_count).toBe(card.sessions.length);
  const others = dataOf(await sam.call(lists.listMemberSecurity, { username: 'priya' })).items;
  expect(others.map(({ id }) => id)).not.toEqual(expect.arrayContaining([events[0]!.id]));
  expect(refusalOf(await kira.call(lists.listMemberSecurity, { username: 'ivan' }))).toBe('not_able');
});

test('the e-mails of one member are listed, and one of them goes again', async () => {
  await requestedWithdrawals(served, 1, '150');
  const before = await emailsTo(served, 'anna@demo.example');
  const mails = () => all(async (page) => dataOf(await sam.call(lists.listMemberMails, { username: 'anna', ...page })));
  const listed = await mails();
  expect(new Set(listed.map(({ username }) => username))).toEqual(new Set(['anna']));
  const requested = listed.find(({ kind, state }) => kind === 'withdrawal-requested' && state === 'sent');
  dataOf(await sam.call(sendMailAgain, { id: requested!.id, even_if_sent: true, reason }));
  expect(await emailsTo(served, 'anna@demo.example')).toHaveLength(before.length + 1);
  expect(await mails()).toHaveLength(listed.length + 1);
  const waiting = { username: 'lena' };
  expect(
    dataOf(await sam.call(lists.listMemberMails, waiting)).items.every(({ username }) => username === 'lena'),
  ).toBe(true);
  expect(refusalOf(await kira.call(lists.listMemberMails, waiting))).toBe('not_able');
});

test('somebody is found by name in any order, by Telegram and by phone, however they are written', async () => {
  const give = (username: string, contacts: { telegram: string; phone: string; other: string }) =>
    services.db.update(members).set({ contacts }).where(eq(members.username, username));
  await give('anna', { telegram: '@Anna_North', phone: '+7 (999) 123-45-67', other: 'Вайбер: Северянка' });
  await give('ivan', { telegram: 'https://t.me/ivan_p', phone: '0151 7654321', other: '' });
  const found = async (search: string) =>
    dataOf(await sam.call(listConsoleMembers, { search })).items.map(({ username }) => username);
  for (const search of [
    ...['северянина анна', 'Анна СЕВЕРЯНИНА', 'анна северян'],
    ...['@anna_north', 't.me/anna_north', 'https://t.me/ANNA_north', 'nna_nort'],
    ...['+79991234567', '8 999 123 45 67', '(999) 123-45-67', '1234567', 'северянка'],
  ]) {
    expect(await found(search), search).toEqual(['anna']);
  }
  for (const search of ['t.me/ivan_p', '+49 151 7654321', '0049 151 7654321']) {
    expect(await found(search), search).toEqual(['ivan']);
  }
  expect(await found('+79991234568')).toEqual([]);
  expect(await found('северянина иван')).toEqual([]);
});

test('a search for contacts reads an index', async () => {
  const plan = await services.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const { rows } = await tx.execute(sql`explain select id from members where ${hasContact('@anna_north')}`);
    return JSON.stringify(rows);
  });
  expect(plan).toContain('Bitmap Index Scan on members_contacts');
});
