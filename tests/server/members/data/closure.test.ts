import { randomUUID } from 'node:crypto';
import { eq, like, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { refreshSession, requestReset, signIn, signUp } from '#contracts/auth.ts';
import { getPartner } from '#contracts/partner.ts';
import { getProfile, listRegistrations } from '#contracts/profile.ts';
import { saveSettings } from '#contracts/settings.ts';
import { sendSupport } from '#contracts/support.ts';
import { getTeamMember, getTeamTotals, listTeam, snoozeHand } from '#contracts/team.ts';
import { addSeconds } from '#server/base/clock.ts';
import {
  dataExportPieces,
  dataExports,
  handSnoozes,
  mailbox,
  memberPhotos,
  notices,
  places,
  supportRequests,
  withdrawals,
} from '#server/db/schema/index.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { expirePlaces } from '#server/members/places/index.ts';
import { answerSupport, lockSupport } from '#server/members/support/index.ts';
import { reconcileTransaction } from '#server/members/transactions/index.ts';
import { dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { fillSignUp, GUEST_PASSWORD } from '../../../support/people/guests.ts';
import { brokenInvariants } from '../../../support/db/invariants.ts';
import { emailsTo } from '../../../support/people/emails.ts';
import { giveMoney, postAccruals, signInWithPin, WALLET } from '../../../support/people/money.ts';
import { completed, withdraw } from '../../ledger/busy-ledger.ts';
import { disagreements } from '../team/naive.ts';
import { type Leaver, leaversOf } from './leaver.ts';
import { columnsWith } from './traces.ts';

const market = await openMarket();
const { services, runJobs } = market;
const { api, rowOf, newLeaver, close } = leaversOf(market);
const anna = await market.bearerOf('anna');
/** A member outside Anna’s team, because this file counts her team. */
const newOther = () => newLeaver('root');

/** A member with as much personal data as possible, but without money. */
async function fullLeaver(): Promise<Leaver & { child: Leaver; phone: string; name: string }> {
  const leaver = await newLeaver();
  const { id, username, bearer, email } = leaver;
  const [name, phone] = ['Margarita Quilling', '+7 911 200-30-40'];
  const contacts = { telegram: '@quilling', phone, other: 'Quilling’s shop' };
  const shown = { contacts_visibility: 'first_line', partner_shows_name: true, in_sitemap: true } as const;
  dataOf(await api.call(saveSettings, { name, email, contacts, ...shown }, { bearer }));
  await market.buy(username, 'licenses-1');
  await giveMoney(services, username, 50_000_000n);
  await completed(services, username, 50n);
  const words = { topic: 'other', message: `I am ${name}`, about: '', send_email: true } as const;
  dataOf(await api.call(sendSupport, words, { bearer, uid: randomUUID() }));
  const [request] = await services.db.select().from(supportRequests).where(eq(supportRequests.memberId, id));
  await services.transaction(async (tx) => {
    const found = await lockSupport(tx, request!.id);
    await answerSupport(tx, services, found!, { text: `Dear ${name}!`, operator: 'olga' });
  });
  await services.db
    .insert(memberPhotos)
    .values({ id: `photo-${id}`, sizePx: 96, memberId: id, webp: Buffer.from('x') });
  await services.db.insert(notices).values({ memberId: id, kind: 'pin-set', at: services.clock.now() });
  const child = await newLeaver(leaver.refCode);
  dataOf(await api.call(snoozeHand, { username: child.username }, { bearer }));
  dataOf(await api.call(snoozeHand, { username }, { bearer: anna }));
  await runJobs();
  return { ...leaver, child, phone, name };
}

const rita = await fullLeaver();
const inTeam = dataOf(await api.call(getTeamTotals, {}, { bearer: anna }));
const order = (...argv: string[]) => runCommand(services, argv, 'olga');
await order('members', 'status', rita.username, 'director', '--why', 'deserved');
const closed = await close(rita);
await runJobs();
const former = await rowOf(rita.id);

test('the account is closed, and who it was is not there any more', async () => {
  expect(closed).toEqual({ success: true, data: {} });
  expect(former).toMatchObject({
    username: expect.stringMatching(/^former-\d{12}$/),
    email: `${former.username}@closed.invalid`,
    name: null,
    active: false,
    inSitemap: false,
    contacts: { telegram: '', phone: '', other: '' },
    closedAt: services.clock.now(),
  });
  const kept = await columnsWith(services.db, [rita.username, rita.email, rita.name, rita.phone, 'quilling']);
  // Actions of operators stay on record. The demo's mailbox keeps e-mails that a mail server would have sent.
  expect(kept).toEqual([
    'audit_log.after',
    'audit_log.subject',
    'mailbox.html',
    'mailbox.subject',
    'mailbox.text',
    'mailbox.to',
  ]);
  expect(await services.db.$count(handSnoozes)).toBe(0);
  const told = await services.db
    .select()
    .from(mailbox)
    .where(like(mailbox.text, `%${rita.username}%`));
  expect(told.map(({ to }) => to).toSorted()).toEqual(['anna@demo.example', rita.child.email].toSorted());
});

test.each([
  ['block'],
  ['unblock'],
  ['status', 'director'],
  ['end-sessions'],
  ['clear-pin'],
  ['resume-withdrawals'],
  ['remove-second-factor'],
  ['send-link'],
])('an operator finds nobody to change by “members %s”', async (verb, ...words) => {
  const done = await order('members', verb, former.username, ...words, '--why', 'a try');
  expect(done).toEqual({ refused: `There is no member “${former.username}”.` });
});

test('one last e-mail goes to the old address, and names nobody', async () => {
  const emails = await emailsTo(market, rita.email);
  expect(emails.map(({ subject }) => subject)).toEqual(['Your Atrium account is closed']);
  expect(emails[0]?.text).toMatch(/^Hi,\n/);
  expect(emails[0]?.text).not.toContain(rita.username);
});

test('what accounting needs of a withdrawal stays, of a question only its number', async () => {
  const kept = await services.db.select().from(withdrawals).where(eq(withdrawals.memberId, rita.id));
  expect(kept).toMatchObject([{ state: 'completed', amountMicros: 50_000_000n }]);
  const asked = await services.db.select().from(supportRequests).where(eq(supportRequests.memberId, rita.id));
  expect(asked).toMatchObject([{ message: '', state: 'closed' }]);
});

test('the ledger is right, lines are whole and counters what a recount says', async () => {
  expect((await verifyLedger(services)).findings).toEqual([]);
  expect(await brokenInvariants(services.db)).toEqual([]);
  expect(await disagreements(services.db)).toEqual([]);
  const after = dataOf(await api.call(getTeamTotals, {}, { bearer: anna }));
  expect(after).toEqual({
    ...inTeam,
    inactive_first_line: inTeam.inactive_first_line + 1,
    active_team: inTeam.active_team - 1,
    left_team: inTeam.left_team + 1,
  });
});

test('every session ends in the same moment, and the old data sign nobody in', async () => {
  expect(refusalOf(await api.call(getProfile, {}, { bearer: rita.bearer }))).toBe('no_session');
  expect(refusalOf(await api.call(refreshSession, { refresh: rita.refresh }))).toBe('session_ended');
  expect(refusalOf(await close(rita))).toBe('no_session');
  for (const login of [rita.username, rita.email, former.username, former.email]) {
    const form = { login, password: GUEST_PASSWORD, bot_check: await api.answer() };
    expect(refusalOf(await api.call(signIn, form, { address: newAddress() }))).toBe('wrong_credentials');
  }
});

test('a reset asked for the old address, or the new one, writes to nobody', async () => {
  for (const email of [rita.email, former.email]) {
    await api.call(requestReset, { email, bot_check: await api.answer() }, { address: newAddress() });
  }
  expect(await emailsTo(market, former.email)).toEqual([]);
  expect(await emailsTo(market, rita.email)).toHaveLength(1);
});

test('their link leads nowhere: no page, no inviter', async () => {
  for (const ref of [rita.refCode, former.refCode]) {
    expect(refusalOf(await api.call(getPartner, { ref }, { address: newAddress() }))).toBe('not_found');
    const form = await fillSignUp(api, { ref });
    expect(await api.call(signUp, form, { address: newAddress() })).toMatchObject({
      error: { code: 'invalid', fields: { ref: [expect.any(String)] } },
    });
  }
});

test('the name is nobody else’s ever, the e-mail is free', async () => {
  const again = await fillSignUp(api, { username: rita.username, email: 'other@demo.example' });
  const taken = await fillSignUp(api, { username: 'anna', email: 'other@demo.example' });
  const [refused, alike] = [
    await api.call(signUp, again, { address: newAddress() }),
    await api.call(signUp, taken, { address: newAddress() }),
  ];
  expect(refused).toMatchObject({ success: false, error: { code: 'invalid' } });
  expect(refused).toEqual(alike);
  const leaver = await newOther();
  dataOf(await close(leaver));
  const back = await fillSignUp(api, { username: 'rita.is.back', email: leaver.email });
  expect(refusalOf(await api.call(signUp, back, { address: newAddress() }))).toBe('done');
  const emails = await emailsTo(market, leaver.email);
  expect(emails.filter(({ text }) => text.includes('rita.is.back'))).toHaveLength(1);
});

test('their team sees a former member: in the list, on the card, on the way down, as an inviter', async () => {
  const { items } = dataOf(await api.call(listTeam, { limit: 100 as never }, { bearer: anna }));
  expect(items.find(({ username }) => username === former.username)).toMatchObject({ is_former: true, name: null });
  const card = dataOf(await api.call(getTeamMember, { username: former.username }, { bearer: anna }));
  expect(card).toMatchObject({ is_former: true, name: null, contacts: null, missing_for_active: [] });
  const below = dataOf(await api.call(getTeamMember, { username: rita.child.username }, { bearer: anna }));
  expect(below.path.first).toMatchObject([{ is_former: true, name: null }]);
  const profile = dataOf(await api.call(getProfile, {}, { bearer: rita.child.bearer }));
  expect(profile).toMatchObject({ inviter: { is_former: true, name: null }, inviter_contacts: null });
  const newest = dataOf(await api.call(listRegistrations, {}, { bearer: anna })).items;
  expect(newest.find(({ username }) => username === former.username)).toMatchObject({ is_former: true });
});

test('a search by the old name finds nobody, for members and for the operator', async () => {
  for (const search of [rita.username, 'quilling']) {
    expect(dataOf(await api.call(listTeam, { search }, { bearer: anna })).items).toEqual([]);
    expect(await order('members', 'list', '--search', search)).toMatchObject({ data: { items: [] } });
  }
  const list = await order('members', 'list', '--search', former.username);
  expect(list).toMatchObject({ data: { items: [{ state: 'closed' }] } });
});

test('their inviter keeps no word of their coming, and every other, also of the member whose number was their name', async () => {
  const { id: inviterId, refCode } = await newOther();
  // A username needs three characters.
  await services.db.execute(sql`select setval(pg_get_serial_sequence('members', 'id'), 345)`);
  const stays = await newLeaver(refCode);
  const leaves = await newLeaver(refCode, String(stays.id));
  const told = async () => {
    const rows = await services.db.select().from(notices).where(eq(notices.memberId, inviterId));
    return rows.filter(({ kind }) => kind === 'first-line-joined').map(({ about }) => about);
  };
  expect((await told()).toSorted()).toEqual([leaves.id, stays.id].map(String).toSorted());
  expect(await close(leaves)).toMatchObject({ success: true });
  expect(await told()).toEqual([String(stays.id)]);
});

test('nothing is kept of exports', async () => {
  const [leaver, exportId] = [await newOther(), randomUUID()];
  const at = services.clock.now();
  const made = { id: exportId, state: 'ready', rowsInAll: 1, createdAt: at, expiresAt: addSeconds(at, 60) } as const;
  await services.db.insert(dataExports).values({ ...made, memberId: leaver.id });
  await services.db.insert(dataExportPieces).values({ exportId, number: 0, bytes: Buffer.from('x') });
  expect(await close(leaver)).toMatchObject({ success: true });
  expect(await services.db.$count(dataExports, eq(dataExports.id, exportId))).toBe(0);
  expect(await services.db.$count(dataExportPieces, eq(dataExportPieces.exportId, exportId))).toBe(0);
});

test('a stranger’s closing needs a session and the password', async () => {
  const leaver = await newOther();
  expect(await close(leaver, { password: 'Wrong-4-horses' })).toMatchObject({
    error: { code: 'invalid', fields: { password: [expect.any(String)] } },
  });
  expect(refusalOf(await close({ bearer: 'x' }))).toBe('no_session');
  for (let times = 0; times < 9; times += 1) await close(leaver, { password: `Wrong-${times}!` });
  expect(refusalOf(await close(leaver))).toBe('too_often');
  expect((await rowOf(leaver.id)).closedAt).toBeNull();
});

test('the top of everybody’s lines can’t be closed', async () => {
  expect(refusalOf(await close({ bearer: await market.bearerOf('root') }, { password: 'Demo-2026!' }))).toBe(
    'closure_top',
  );
});

test('it is refused while money is held, unsettled or under way', async () => {
  const leaver = await newOther();
  const { username } = leaver;
  await giveMoney(services, username, 1n);
  expect(await close(leaver)).toMatchObject({ error: { status: 409, code: 'closure_money' } });
  await giveMoney(services, username, 499_999_999n);
  const { id } = await withdraw(services, username, 500n);
  expect(refusalOf(await close(leaver))).toBe('closure_held');
  expect(refusalOf(await close(leaver, { money: 'waive', amount: '500.00' }))).toBe('closure_held');
  expect(await order('withdrawals', 'reject', id, '--why', 'no')).toHaveProperty('words');
  expect(refusalOf(await close(leaver))).toBe('closure_money');
  await postAccruals(services, username, [{ micros: -500_000_000n, kind: 'correction', details: {} }]);
  const transaction = await market.request(username, 'licenses-1');
  expect(await close(leaver)).toMatchObject({ error: { status: 409, code: 'closure_unfinished' } });
  await order('transactions', 'refund', transaction.id, '--why', 'asked');
  expect(refusalOf(await close(leaver))).toBe('done');
  expect(await brokenInvariants(services.db)).toEqual([]);
});

test('what is paid late for an ended transaction is not lost: it is on the closed account, and the ledger is right', async () => {
  const leaver = await newOther();
  const transaction = await market.request(leaver.username, 'licenses-1');
  await market.look(leaver.username, transaction.id);
  await order('transactions', 'refund', transaction.id, '--why', 'asked');
  dataOf(await close(leaver));
  market.state.pay(transaction.id, { amount: '110.00' });
  await services.db.execute(sql`update transactions set check_at = now() where id = ${transaction.id}`);
  await reconcileTransaction(services, { transactionId: transaction.id });
  const { rows } = await services.db.execute(sql`
    select kind, balance from ledger_accounts where member_id = ${leaver.id} order by kind`);
  expect(rows).toEqual([
    { kind: 'available', balance: '110000000' },
    { kind: 'held', balance: '0' },
  ]);
  const { username } = await rowOf(leaver.id);
  expect(await order('members', 'owed')).toMatchObject({ data: { items: [{ username, amount: '110.00' }] } });
  expect((await verifyLedger(services)).findings).toEqual([]);

  expect(await order('members', 'pay-out', username, 'nowhere', '--why', 'wrote to us')).toHaveProperty('refused');
  expect(await order('members', 'pay-out', 'anna', WALLET, '--why', 'wrote to us')).toHaveProperty('refused');
  const paid = await order('members', 'pay-out', username, WALLET, '--why', 'wrote to us');
  expect(paid).toMatchObject({ data: { username, amount: '110.00', state: 'requested' } });
  expect(await order('members', 'pay-out', username, WALLET, '--why', 'again')).toHaveProperty('refused');
  expect((await verifyLedger(services)).findings).toEqual([]);
  expect(await brokenInvariants(services.db)).toEqual([]);
  expect(await emailsTo(market, leaver.email)).toHaveLength(1);
});

test('who has a PIN leaves none behind', async () => {
  const leaver = await newOther();
  await services.db
    .execute(sql`update members set password_hash = (select password_hash from members where username = 'anna')
    where id = ${leaver.id}`);
  const bearer = await signInWithPin(api, leaver.username);
  dataOf(await close({ bearer }, { password: 'Demo-2026!' }));
  const { rows } = await services.db.execute(sql`select from member_pins where member_id = ${leaver.id}`);
  expect(rows).toEqual([]);
});

test('their seat stays taken, and ends when its time is over', async () => {
  await market.buy('anna', 'licenses-1');
  const seatOf = async () => (await services.db.select().from(places).where(eq(places.memberId, rita.id)))[0];
  expect(await seatOf()).toMatchObject({ closedAt: null, aboveId: null });
  expect((await rowOf(rita.id)).active).toBe(false);
  const later = addSeconds(services.clock.now(), 400 * 86_400);
  await expirePlaces({ ...services, clock: { now: () => later } });
  expect(await seatOf()).toMatchObject({ closing: 'expired' });
  const ofPlaces = await services.db.select().from(notices).where(eq(notices.kind, 'place-expired'));
  expect(ofPlaces.map(({ memberId }) => memberId)).not.toContain(rita.id);
  expect(ofPlaces).not.toEqual([]);
  expect(await brokenInvariants(services.db)).toEqual([]);
  expect(await disagreements(services.db)).toEqual([]);
});
