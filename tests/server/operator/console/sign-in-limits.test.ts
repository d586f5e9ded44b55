import { eq, like } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { consoleContracts } from '#contracts/console/index.ts';
import {
  acceptInvitation,
  askForPasskey,
  confirmStaff,
  getStaffSession,
  readInvitation,
  signInByPasskey,
  signInStaff,
} from '#contracts/console/session.ts';
import { auditLog, mailbox, rateLimits, staff } from '#server/db/schema/index.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { DEMO_TOTP_SECRET, STAFF } from '#server/operator/seed/staff.ts';
import { totpCode } from '#server/api/second-factor/index.ts';
import { dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { emailOf, openConsole, type StaffApi } from '../../../support/people/staff.ts';

const served = await createTestServices();
const { services, clock, runJobs } = served;
const { db } = services;
const console_ = await openConsole(served);
const { api } = console_;

const MINUTES = 60;
const DAY = 24 * 60 * MINUTES;

beforeEach(async () => {
  await runJobs();
  await db.delete(rateLimits);
  await db.delete(mailbox);
});

type Typed = { password?: string; code?: string; device?: string };

async function tryIn(name: string, typed: Typed = {}, address = newAddress()) {
  const code = totpCode(DEMO_TOTP_SECRET, clock.now());
  const check = typed.device ? {} : { bot_check: await api.answer() };
  return api.call(
    signInStaff,
    { email: emailOf(name), password: DEMO_PASSWORD, code, ...check, ...typed },
    { address },
  );
}

/** A sign-in with a fresh code, valid except for `typed`. */
function signIn(name: string, typed: Typed = {}, address?: string) {
  clock.advance(30);
  return tryIn(name, typed, address);
}

async function wrongPasswords(count: number, name: string, address?: string): Promise<string[]> {
  const said: string[] = [];
  for (let tries = 0; tries < count; tries += 1) {
    // Questions in words have another limit per address, which is not tested here.
    await db.delete(rateLimits).where(like(rateLimits.key, 'questionAddress:%'));
    said.push(refusalOf(await tryIn(name, { password: 'Wrong-1-guess' }, address)));
  }
  return said;
}

async function mailsTo(name: string): Promise<string[]> {
  await runJobs();
  return (
    await db
      .select()
      .from(mailbox)
      .where(eq(mailbox.to, emailOf(name)))
  ).map(({ subject }) => subject);
}

const refusedEntries = (name: string) => db.$count(auditLog, eq(auditLog.subject, `staff:${emailOf(name)}`));

test('one address holds nobody out, however many people it tries', async () => {
  const address = newAddress();
  for (const { email } of STAFF) {
    const [name = ''] = email.split('@');
    const said = await wrongPasswords(7, name, address);
    expect(said).toEqual([...Array.from({ length: 5 }, () => 'staff_credentials'), 'too_often', 'too_often']);
  }
  for (const { email } of STAFF) expect(refusalOf(await signIn(email.split('@')[0]!))).toBe('done');
});

test('strangers at many addresses shut an account to strangers alone: a known browser has tries of its own', async () => {
  const { device } = dataOf(await signIn('sam'));
  expect(await wrongPasswords(20, 'sam')).not.toContain('too_often');
  expect(refusalOf(await signIn('sam'))).toBe('too_often');
  expect(refusalOf(await signIn('sam', { device }))).toBe('done');
  const said = [];
  for (let tries = 0; tries < 11; tries += 1) said.push(refusalOf(await tryIn('sam', { device, password: 'Wrong' })));
  expect(said.indexOf('too_often')).toBe(10);
  clock.advance(15 * MINUTES);
  expect(refusalOf(await signIn('sam'))).toBe('done');
});

test('a browser is known to the account that signed in there, until a new invitation', async () => {
  const { device } = dataOf(await signIn('kira'));
  expect(refusalOf(await signIn('sam', { device }))).toBe('bot_check_failed');
  const isKira = eq(staff.email, emailOf('kira'));
  await db.update(staff).set({ activatedAt: clock.now() }).where(isKira);
  expect(refusalOf(await signIn('kira', { device }))).toBe('bot_check_failed');
});

test('without a check nothing is looked at and nothing counted for the account', async () => {
  const address = newAddress();
  const typed = { email: emailOf('sam'), password: 'Wrong-1-guess', code: '000000' };
  for (let tries = 0; tries < 30; tries += 1) {
    expect(refusalOf(await api.call(signInStaff, typed, { address }))).toBe('bot_check_failed');
  }
  expect(await db.$count(rateLimits, like(rateLimits.key, 'staffLogin:%'))).toBe(0);
  const bot_check = await api.answer();
  await api.call(signInStaff, { ...typed, bot_check }, { address });
  const again = { ...typed, password: 'Wrong-2-guess', bot_check };
  expect(refusalOf(await api.call(signInStaff, again, { address }))).toBe('bot_check_failed');
});

test('right passwords don’t count, nor do tries that were refused', async () => {
  const address = newAddress();
  for (let tries = 0; tries < 12; tries += 1) {
    await db.delete(rateLimits).where(like(rateLimits.key, 'questionAddress:%'));
    expect(refusalOf(await signIn('fiona', {}, address))).toBe('done');
  }
  const many = await Promise.all(Array.from({ length: 20 }, () => tryIn('fiona', { password: 'Wrong-1-guess' })));
  expect(many.filter((one) => refusalOf(one) === 'staff_credentials')).toHaveLength(20);
  const [row] = await db.select().from(rateLimits).where(like(rateLimits.key, 'staffLogin:%'));
  expect(row?.count).toBe(20);
  expect(await wrongPasswords(5, 'fiona')).toEqual(Array.from({ length: 5 }, () => 'too_often'));
  expect((await db.select().from(rateLimits).where(like(rateLimits.key, 'staffLogin:%')))[0]?.count).toBe(20);
});

test('a person gets one e-mail a day about wrong passwords, and the audit log at most twenty entries', async () => {
  const before = await refusedEntries('artur');
  const address = newAddress();
  await wrongPasswords(4, 'artur', address);
  expect(await mailsTo('artur')).toEqual([]);
  await wrongPasswords(1, 'artur', address);
  expect(await mailsTo('artur')).toEqual(['Sign-in attempts at the Atrium console']);
  const entries = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `staff:${emailOf('artur')}`));
  expect(entries.at(-1)).toMatchObject({
    ...{ actor: 'unknown', action: 'staff sign-in (refused)', after: { wrong: 'password' }, address },
  });
  for (let windows = 0; windows < 3; windows += 1) {
    clock.advance(15 * MINUTES);
    await wrongPasswords(10, 'artur');
  }
  expect(await mailsTo('artur')).toHaveLength(1);
  expect((await refusedEntries('artur')) - before).toBe(20);
});

test('an e-mail that nobody here has leaves no entry and no e-mail', async () => {
  const before = await db.$count(auditLog);
  await wrongPasswords(6, 'nobody-here', newAddress());
  expect(await db.$count(auditLog)).toBe(before);
  expect(await mailsTo('nobody-here')).toEqual([]);
});

test('of codes behind a right password five are looked at, twenty a day, and a known browser has its own', async () => {
  const { device } = dataOf(await signIn('olga'));
  const at = new Set<string>();
  let looked = 0;
  for (let windows = 0; windows < 8; windows += 1) {
    for (let tries = 0; tries < 6; tries += 1) {
      const said = refusalOf(await tryIn('olga', { code: '000000' }));
      if (said === 'staff_credentials') looked += 1;
      at.add(said);
    }
    clock.advance(15 * MINUTES);
  }
  expect([looked, [...at].toSorted()]).toEqual([20, ['staff_credentials', 'too_often']]);
  expect(refusalOf(await signIn('olga'))).toBe('too_often');
  expect(refusalOf(await signIn('olga', { device }))).toBe('done');
  expect(await mailsTo('olga')).toEqual(['Неверные коды для входа в консоль Atrium']);
  clock.advance(DAY);
  expect(refusalOf(await signIn('olga'))).toBe('done');
});

const confirm = (person: StaffApi, code = '000000') => person.call(confirmStaff, { code });

test('the fifth wrong code in a session ends it, its owner hears of it, and their other sessions stay', async () => {
  const [other, oscar] = [await console_.signIn('oscar'), await console_.signIn('oscar')];
  for (let tries = 0; tries < 4; tries += 1) {
    expect(await confirm(oscar)).toMatchObject({ error: { fields: { code: [expect.any(String)] } } });
    // Waiting between the tries does not help.
    clock.advance(16 * MINUTES);
    expect(refusalOf(await other.call(getStaffSession, {}))).toBe('done');
  }
  expect(refusalOf(await confirm(oscar))).toBe('no_session');
  expect(refusalOf(await oscar.call(getStaffSession, {}))).toBe('no_session');
  expect(refusalOf(await other.call(getStaffSession, {}))).toBe('done');
  expect(
    (
      await db
        .select()
        .from(auditLog)
        .where(eq(auditLog.actor, `staff:${oscar.id}`))
    ).at(-1),
  ).toMatchObject({
    ...{ action: 'staff confirm (refused)', after: { wrong: 'code', session: 'ended' } },
  });
  expect(await mailsTo('oscar')).toEqual(['Wrong codes for your account at the Atrium console']);
});

test('twenty wrong codes at once are five, and a right one begins anew', async () => {
  const oscar = await console_.signIn('oscar');
  for (let rounds = 0; rounds < 3; rounds += 1) {
    for (let tries = 0; tries < 4; tries += 1) await confirm(oscar);
    clock.advance(30);
    dataOf(await confirm(oscar, totpCode(DEMO_TOTP_SECRET, clock.now())));
  }
  const said = (await Promise.all(Array.from({ length: 20 }, () => confirm(oscar)))).map(refusalOf);
  expect(said.filter((one) => one === 'invalid')).toHaveLength(4);
  expect(said).toContain('no_session');
  expect(refusalOf(await oscar.call(getStaffSession, {}))).toBe('no_session');
});

test('every call that needs no session is limited by address', async () => {
  const shown = {
    state: 'x',
    passkey: { id: 'x', response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' } },
  };
  const password = { password: 'Nora-2026-desk!', password_repeat: 'Nora-2026-desk!' };
  const calls = [
    [signInStaff, { email: emailOf('sam'), password: 'x', code: '000000' }],
    [askForPasskey, {}],
    [signInByPasskey, shown],
    [readInvitation, { token: 'x' }],
    [acceptInvitation, { token: 'x', code: '000000', ...password }],
  ] as const;
  const open = consoleContracts.filter(({ caller }) => caller === 'anyone');
  expect(open.map(({ path }) => path).toSorted()).toEqual(calls.map(([{ path }]) => path).toSorted());
  for (const [contract, input] of calls) {
    await db.delete(rateLimits);
    const address = newAddress();
    const tryOnce = async (from: string) => refusalOf(await api.call(contract, input as never, { address: from }));
    for (let tries = 0; tries < 60; tries += 1) expect(await tryOnce(address)).not.toBe('too_often');
    expect(await tryOnce(address)).toBe('too_often');
    expect(await tryOnce(newAddress())).not.toBe('too_often');
  }
});
