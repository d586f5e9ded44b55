import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { signIn } from '#contracts/auth.ts';
import { toApiRequest } from '#contracts/call.ts';
import * as contracts from '#contracts/console/members.ts';
import { getSettings, saveSettings } from '#contracts/settings.ts';
import { parseMoney } from '#domain/money.ts';
import { mails, members, memberPins, signUps, transactionPayments } from '#server/db/schema/index.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { requestPlaces, seedPlans } from '#server/operator/seed/places.ts';
import { dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { emailsTo } from '../../../support/people/emails.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { openConsole, type StaffApi } from '../../../support/people/staff.ts';
import { requestedWithdrawals } from '../../../support/people/withdraw.ts';

const served = await createTestServices();
const { services, app, clock } = served;
const console_ = await openConsole(served);
const { api } = console_;
const sam = await console_.signIn('sam');
const reason = 'a ticket';

const namesOf = async (who: StaffApi, input: Parameters<typeof listed>[1]) =>
  (await listed(who, input)).items.map(({ username }) => username);
const listed = async (who: StaffApi, input: Record<string, string>) =>
  dataOf(await who.call(contracts.listConsoleMembers, input));
const cardOf = async (username: string, who = sam) => dataOf(await who.call(contracts.getConsoleMember, { username }));

/** A pending sign-up whose link was not used. */
async function signUp(username: string): Promise<void> {
  const order = ['members', 'add', '--username', username, '--email', `${username}@demo.example`, '--why', 'asked'];
  const done = await runCommand(services, [...order, '--inviter', 'anna'], 'olga');
  expect(done).toHaveProperty('words');
}

describe('the list', () => {
  test('goes through everybody by name and by registration, a page at a time, forwards and back', async () => {
    const everybody = (await services.db.select().from(members)).map(({ username }) => username);
    for (const sort of ['username', '-username', 'registered_at', '-registered_at']) {
      const seen: string[] = [];
      let cursor = '';
      for (let pages = 0; pages < 20; pages += 1) {
        const page = await listed(sam, { sort, limit: '3', cursor });
        seen.push(...page.items.map(({ username }) => username));
        if (page.next === null) break;
        cursor = page.next;
      }
      expect(seen.toSorted(), sort).toEqual(everybody.toSorted());
      const [by, turned] = sort.startsWith('-') ? [sort.slice(1), seen.toReversed()] : [sort, seen];
      if (by === 'username') expect(turned, sort).toEqual(turned.toSorted((a, b) => (a < b ? -1 : 1)));
    }
    expect(refusalOf(await sam.call(contracts.listConsoleMembers, { cursor: 'x' }))).toBe('invalid');
  });

  test('finds somebody by whatever is known of them', async () => {
    const [anna] = await services.db.select().from(members).where(eq(members.username, 'anna'));
    await services.db.update(members).set({ name: 'Анна Северянина' }).where(eq(members.id, anna!.id));
    const [withdrawal = ''] = await requestedWithdrawals(served, 1, '150');
    expect(await namesOf(sam, { search: 'ANN' })).toContain('anna');
    expect(await namesOf(sam, { search: 'anna@demo' })).toEqual(['anna']);
    expect(await namesOf(sam, { search: 'северян' })).toEqual(['anna']);
    expect(await namesOf(sam, { search: anna!.refCode })).toContain('anna');
    expect(await namesOf(sam, { search: withdrawal })).toEqual(['anna']);
    expect(await namesOf(sam, { search: withdrawal.toUpperCase() })).toEqual(['anna']);
    expect(await namesOf(sam, { search: randomUUID() })).toEqual([]);
    expect(await namesOf(sam, { search: "%' or 1=1 --" })).toEqual([]);
    expect(await namesOf(sam, { search: '%' })).toEqual([]);
  });

  test('finds the member of a payment by what the chain calls it', async () => {
    const at = clock.now();
    const [anna] = await services.db.select().from(members).where(eq(members.username, 'anna'));
    const [asked] = await services.transaction(async (tx) => {
      await seedPlans(tx, services);
      return requestPlaces(tx, [{ memberId: anna!.id, planId: 'licenses-1', at }]);
    });
    await services.db
      .insert(transactionPayments)
      .values({ transactionId: asked!.id, nodeId: 'chain-77', amountMicros: 1n, currency: 'USDT', at });
    expect(await namesOf(sam, { search: 'chain-77' })).toEqual(['anna']);
    expect(await namesOf(sam, { search: 'chain-7' })).toEqual([]);
  });

  test('shows who is blocked, who has left, and who has not used their link', async () => {
    const before = await namesOf(sam, { state: 'waiting' });
    expect(before).toContain('lena');
    await signUp('newcomer');
    dataOf(await sam.call(contracts.changeAccess, { username: 'ivan', access: 'off', reason }));
    expect(await namesOf(sam, { state: 'blocked' })).toEqual(['ivan']);
    expect(await namesOf(sam, { state: 'open' })).not.toContain('ivan');
    expect(await namesOf(sam, { state: 'closed' })).toEqual([]);
    expect(await namesOf(sam, { state: 'waiting' })).toEqual([...before, 'newcomer'].toSorted());
    expect(await namesOf(sam, { state: 'waiting', search: 'newc' })).toEqual(['newcomer']);
    dataOf(await sam.call(contracts.changeAccess, { username: 'ivan', access: 'on', reason }));
  });
});

describe('the card', () => {
  test('tells who it is, where they stand, what they have and what was done to them', async () => {
    const before = await cardOf('anna');
    const [id] = await requestedWithdrawals(served, 1, '150');
    const card = await cardOf('anna');
    expect(card).toMatchObject({ username: 'anna', state: 'open', email: 'anna@demo.example' });
    expect(parseMoney(card.balance.held)).toBe(parseMoney(before.balance.held)! + 150_000_000n);
    const isNew = (row: { id: string }) => row.id === id;
    expect(card.withdrawals.filter(isNew)).toMatchObject([{ state: 'requested', amount: '150.00' }]);
    expect(card.withdrawals.filter((row) => !isNew(row))).toEqual(before.withdrawals);
    expect(card.above.at(-1)).toBe('root');
    expect(card.depth).toBe(card.above.length);
    expect(card.joined_by).toMatchObject({ ref_code: 'root', via: 'demo' });
    expect(refusalOf(await sam.call(contracts.getConsoleMember, { username: 'nobody' }))).toBe('not_found');
  });

  test('keeps what a role may not read from it', async () => {
    const fiona = await console_.signIn('fiona');
    expect(await cardOf('anna', fiona)).toMatchObject({ support: null, mails: expect.any(Array) });
    const kira = await console_.signIn('kira');
    expect(refusalOf(await kira.call(contracts.getConsoleMember, { username: 'anna' }))).toBe('not_able');
  });

  test('gives markup that a member typed back as the text it is, and of what their browser says only its name', async () => {
    const evil = '<img src=x onerror=alert(1)>';
    await services.db
      .update(members)
      .set({ name: evil, contacts: { telegram: evil, phone: '', other: '' } })
      .where(eq(members.username, 'ivan'));
    const form = { login: 'ivan', password: DEMO_PASSWORD, bot_check: await api.answer() };
    dataOf(await api.call(signIn, form, { address: newAddress(), userAgent: `${evil} Firefox/140 ${evil}` }));
    const card = await cardOf('ivan');
    expect([card.name, card.contacts.telegram]).toEqual([evil, evil]);
    expect(card.sessions.map(({ device }) => device)).toContain('Firefox');
    expect(JSON.stringify(card.sessions)).not.toContain('<');
  });
});

describe('what is done to a member', () => {
  test('blocking signs them out, is logged once, and is taken back', async () => {
    const { access } = await api.signIn('jonas');
    const order = { username: 'jonas', access: 'off', reason } as const;
    expect(dataOf(await sam.call(contracts.changeAccess, order))).toMatchObject({ state: 'blocked', sessions: [] });
    expect(refusalOf(await api.call(getSettings, {}, { bearer: access }))).toBe('no_session');
    expect(dataOf(await sam.call(contracts.changeAccess, order)).log).toMatchObject([
      { action: 'members block', actor: 'Sam Okafor', reason, before: { blocked: false }, after: { blocked: true } },
    ]);
    expect(dataOf(await sam.call(contracts.changeAccess, { ...order, access: 'on' }))).toMatchObject({ state: 'open' });
  });

  test('two who block at once have one effect and one entry', async () => {
    const oscar = await console_.signIn('oscar');
    const order = { username: 'marie', access: 'off', reason } as const;
    await Promise.all([sam.call(contracts.changeAccess, order), oscar.call(contracts.changeAccess, order)]);
    expect((await cardOf('marie')).log.filter(({ action }) => action === 'members block')).toHaveLength(1);
    dataOf(await sam.call(contracts.changeAccess, { ...order, access: 'on' }));
  });

  test('another career status, and the end of all sessions', async () => {
    await api.signIn('priya');
    const order = { username: 'priya', career_status: 'platinum_manager', reason } as const;
    expect(dataOf(await sam.call(contracts.changeCareerStatus, order))).toMatchObject({
      career_status: 'platinum_manager',
    });
    expect((await cardOf('priya')).sessions).not.toEqual([]);
    const card = dataOf(await sam.call(contracts.endMemberSessions, { username: 'priya', reason }));
    expect(card).toMatchObject({
      sessions: [],
      log: [{ action: 'members end-sessions' }, { action: 'members status' }],
    });
  });

  test('the PIN goes only after the second factor was shown again', async () => {
    const [anna] = await services.db.select().from(members).where(eq(members.username, 'anna'));
    await services.db
      .insert(memberPins)
      .values({ memberId: anna!.id, pinHash: 'x', setAt: clock.now() })
      .onConflictDoNothing();
    clock.advance(11 * 60);
    const order = { username: 'anna', reason };
    expect(refusalOf(await sam.call(contracts.clearMemberPin, order))).toBe('confirmation_required');
    const again = await console_.signIn('sam');
    expect(dataOf(await again.call(contracts.clearMemberPin, order))).toMatchObject({ pin: 'none' });
    expect(
      dataOf(await again.call(contracts.clearMemberPin, order)).log.filter(
        ({ action }) => action === 'members clear-pin',
      ),
    ).toHaveLength(1);
  });

  test('a pause of withdrawals is shown and lifted, after the second factor was shown again', async () => {
    const at = clock.now();
    await services.db.update(members).set({ withdrawalsStoppedAt: at }).where(eq(members.username, 'anna'));
    expect((await cardOf('anna')).withdrawals_stopped_at).toBe(at.toISOString());
    clock.advance(11 * 60);
    const order = { username: 'anna', reason };
    expect(refusalOf(await sam.call(contracts.resumeMemberWithdrawals, order))).toBe('confirmation_required');
    const again = await console_.signIn('sam');
    for (let asked = 0; asked < 2; asked += 1) {
      const card = dataOf(await again.call(contracts.resumeMemberWithdrawals, order));
      expect(card.withdrawals_stopped_at).toBeNull();
      expect(card.log.filter(({ action }) => action === 'members resume-withdrawals')).toHaveLength(1);
    }
  });

  test('the command does the same to the same member', async () => {
    await runCommand(services, ['members', 'block', 'ivan', '--why', 'by command'], 'olga');
    const { state, log } = await cardOf('ivan');
    expect([state, log[0]]).toMatchObject(['blocked', { actor: 'operator:olga', reason: 'by command' }]);
    await runCommand(services, ['members', 'unblock', 'ivan', '--why', 'by command'], 'olga');
  });
});

describe('the link that somebody waits for', () => {
  test('of a sign-up goes again: hastened while it waits, written anew once it was sent', async () => {
    await signUp('late');
    const [row] = await services.db.select().from(signUps).where(eq(signUps.username, 'late'));
    const queued = () => services.db.select().from(mails).where(eq(mails.signUpId, row!.id));
    const order = { username: 'late', reason };
    expect(dataOf(await sam.call(contracts.sendWaitingMail, order))).toMatchObject({
      state: 'waiting',
      waiting_mail: 'account-prepared',
    });
    expect(await queued()).toHaveLength(1);
    expect(await emailsTo(served, 'late@demo.example')).toHaveLength(1);
    await Promise.all([sam.call(contracts.sendWaitingMail, order), sam.call(contracts.sendWaitingMail, order)]);
    expect(await queued()).toHaveLength(2);
    expect(await emailsTo(served, 'late@demo.example')).toHaveLength(2);
  });

  test('to a new address goes there; whoever waits for none gets none', async () => {
    const { access } = await api.signIn('anna');
    const form = {
      ...{ name: 'Anna', email: 'anna.new@demo.example', password: DEMO_PASSWORD },
      ...{ contacts: { telegram: '', phone: '', other: '' }, contacts_visibility: 'nobody' as const },
      ...{ partner_shows_name: false, in_sitemap: false },
    };
    dataOf(await api.call(saveSettings, form, { bearer: access }));
    expect(await emailsTo(served, 'anna.new@demo.example')).toHaveLength(1);
    expect(dataOf(await sam.call(contracts.sendWaitingMail, { username: 'anna', reason }))).toMatchObject({
      new_email: 'anna.new@demo.example',
    });
    expect(await emailsTo(served, 'anna.new@demo.example')).toHaveLength(2);
    expect(refusalOf(await sam.call(contracts.sendWaitingMail, { username: 'jonas', reason }))).toBe('mail_void');
  });
});

describe('taking a member’s data out', () => {
  const get = (token: string, username: string) => {
    const { path, headers } = toApiRequest(contracts.downloadExport, { username }, 'en');
    const connection = { address: '192.0.2.1', userAgent: '', requestId: 'test' };
    return app.fetch(
      new Request(`http://x${path}`, { headers: { ...headers, authorization: `Bearer ${token}` } }),
      connection,
    );
  };

  test('needs an owner, and a reason in the log first', async () => {
    const order = { username: 'anna', reason: 'a court asked' };
    expect(refusalOf(await sam.call(contracts.permitExport, order))).toBe('not_able');
    const oscar = await console_.signIn('oscar');
    expect((await get(oscar.token, 'anna')).status).toBe(404);
    dataOf(await oscar.call(contracts.permitExport, order));
    const answer = await get(oscar.token, 'anna');
    expect(answer.headers.get('content-type')).toBe('application/zip');
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(Object.keys(files)).toContain('profile.json');
    expect((await get(oscar.token, 'jonas')).status).toBe(404);
    expect((await console_.log())[0]).toMatchObject({
      action: 'members export',
      subject: 'member:anna',
      reason: 'a court asked',
    });
    const olga = await console_.signIn('olga');
    expect((await get(olga.token, 'anna')).status).toBe(404);
    clock.advance(11 * 60);
    expect((await get(oscar.token, 'anna')).status).toBe(403);
  });
});
