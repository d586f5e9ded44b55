import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import {
  changeStaffPassword,
  confirmStaff,
  endOtherStaffSessions,
  getStaffSession,
  listStaffSessions,
  signInStaff,
} from '#contracts/console/session.ts';
import { refuse } from '#domain/refusals.ts';
import type { Log } from '#server/base/log.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { DEMO_TOTP_SECRET } from '#server/operator/seed/staff.ts';
import { totpCode } from '#server/api/second-factor/index.ts';
import { endOwnOthers } from '#server/operator/staff/own-sessions.ts';
import { readStaffSession } from '#server/operator/staff/session.ts';
import { signInByPassword } from '#server/operator/staff/sign-in.ts';
import { staff } from '#server/db/schema/index.ts';
import { dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { emailOf, openConsole, type StaffApi } from '../../../support/people/staff.ts';

const lines: Parameters<Log>[] = [];
const served = await createTestServices({ log: (...line) => lines.push(line) });
const { services, clock } = served;
const console_ = await openConsole(served);

const NEW_PASSWORD = 'Green-5-apples';
const MINUTE = 60;
const look = async (person: StaffApi) => refusalOf(await person.call(getStaffSession, {}));
const change = (person: StaffApi, old: string, password = NEW_PASSWORD, new_repeat = password) =>
  person.call(changeStaffPassword, { old, new: password, new_repeat });
const signInBy = async (name: string, password: string) => {
  clock.advance(30);
  const code = totpCode(DEMO_TOTP_SECRET, clock.now());
  const typed = { email: emailOf(name), password, code, bot_check: await console_.api.answer() };
  return refusalOf(await console_.api.call(signInStaff, typed, { address: newAddress() }));
};
/** The newest entry of the audit log, complete. */
const newest = async () => {
  const { rows } = await services.db.execute<Record<string, unknown>>(
    sql`select actor, action, subject, reason, before, after from audit_log order by number desc limit 1`,
  );
  return rows[0];
};

const NOBODY_ELSE = { address: '192.0.2.7', userAgent: '', requestId: 'test', language: 'en' } as const;
/** Runs `first` after the caller was authorized and before the transaction begins. */
const overtakenBy = (first: () => Promise<void>): typeof services => ({
  ...services,
  transaction: async (work) => {
    await first();
    return services.transaction(work);
  },
});

const hashes = await services.db.select().from(staff);
beforeEach(async () => {
  for (const { id, passwordHash } of hashes) {
    await services.db.execute(sql`update staff set password_hash = ${passwordHash} where id = ${id}`);
  }
  await services.db.execute(sql`delete from rate_limits`);
  await services.db.execute(sql`delete from staff_sessions`);
});

test('the old password sets a new one; this session stays, every other is over at once', async () => {
  const others = [await console_.signIn('oscar'), await console_.signIn('oscar')];
  const olga = await console_.signIn('olga');
  const oscar = await console_.signIn('oscar');
  expect(dataOf(await change(oscar, DEMO_PASSWORD)).items).toMatchObject([{ is_this: true }]);
  for (const other of others) expect(await look(other)).toBe('no_session');
  expect([await look(oscar), await look(olga)]).toEqual(['done', 'done']);
  expect(await newest()).toEqual({
    actor: `staff:${oscar.id}`,
    action: 'staff change-password',
    subject: 'staff:oscar@demo.example',
    reason: '',
    before: null,
    after: { ended: 2 },
  });
  expect(await signInBy('oscar', DEMO_PASSWORD)).toBe('staff_credentials');
  expect(await signInBy('oscar', NEW_PASSWORD)).toBe('done');
});

test.each([
  ['the one they have', DEMO_PASSWORD, DEMO_PASSWORD, 'new', /your current password/],
  ['a common one', 'Password1!', 'Password1!', 'new', /too common/],
  ['the name of the site', 'Atrium2026!', 'Atrium2026!', 'new', /too common/],
  ['one without a symbol', 'Green5apples', 'Green5apples', 'new', /symbol/],
  ['two that differ', NEW_PASSWORD, 'Green-6-apples', 'new_repeat', /match/],
  ['nothing', '', '', 'new', /Fill in/],
])('%s is refused as a new password, and every session goes on', async (_, password, repeat, field, sentence) => {
  const [other, oscar] = [await console_.signIn('oscar'), await console_.signIn('oscar')];
  const answer = await change(oscar, DEMO_PASSWORD, password, repeat);
  expect(answer).toMatchObject({ error: { status: 422, fields: { [field]: [expect.stringMatching(sentence)] } } });
  expect(await look(other)).toBe('done');
  expect(await signInBy('oscar', DEMO_PASSWORD)).toBe('done');
});

test('who holds a session and guesses at the password has as many tries as at sign-in, and learns nothing else', async () => {
  const fiona = await console_.signIn('fiona');
  const answer = await change(fiona, 'Wrong-1-guess', 'Password1!');
  expect(answer).toMatchObject({ error: { fields: { old: ['Wrong password. Try again.'] } } });
  expect(answer).not.toHaveProperty('error.fields.new');
  expect(lines.at(-1)).toMatchObject(['warn', 'console password refused', { staff: `staff:${fiona.id}` }]);
  for (let tries = 1; tries < 5; tries += 1) await change(fiona, `Wrong-${tries}-guess`);
  expect(await change(fiona, DEMO_PASSWORD)).toMatchObject({ error: { status: 429, code: 'too_often' } });
  expect(JSON.stringify(lines)).not.toContain('guess');
});

test('wrong passwords of strangers at sign-in keep nobody from changing theirs', async () => {
  const fiona = await console_.signIn('fiona');
  for (let tries = 0; tries < 25; tries += 1) await signInBy('fiona', 'Wrong-1-guess');
  expect(await signInBy('fiona', DEMO_PASSWORD)).toBe('too_often');
  dataOf(await fiona.call(confirmStaff, { code: totpCode(DEMO_TOTP_SECRET, clock.now()) }));
  expect(refusalOf(await change(fiona, DEMO_PASSWORD, 'Password1!'))).toBe('invalid');
});

test('a weak new password, tried again and again, locks nobody out who knows the old one', async () => {
  const fiona = await console_.signIn('fiona');
  for (let tries = 0; tries < 8; tries += 1) await change(fiona, DEMO_PASSWORD, 'Password1!');
  expect(refusalOf(await change(fiona, DEMO_PASSWORD))).toBe('done');
});

test('ten minutes after the second factor it is asked for again, before the password and before others’ end', async () => {
  const [other, artur] = [await console_.signIn('artur'), await console_.signIn('artur')];
  clock.advance(10 * MINUTE + 1);
  expect(refusalOf(await change(artur, DEMO_PASSWORD))).toBe('confirmation_required');
  expect(refusalOf(await artur.call(endOtherStaffSessions, {}))).toBe('confirmation_required');
  expect(await look(other)).toBe('done');
  dataOf(await artur.call(confirmStaff, { code: totpCode(DEMO_TOTP_SECRET, clock.now()) }));
  expect(refusalOf(await change(artur, DEMO_PASSWORD))).toBe('done');
});

test('two sessions that change it at once: one does, and the other is over', async () => {
  const both = [await console_.signIn('sam'), await console_.signIn('sam')] as const;
  const passwords = ['Green-5-apples', 'Other-6-pears'] as const;
  const said = await Promise.all([
    change(both[0], DEMO_PASSWORD, passwords[0]),
    change(both[1], DEMO_PASSWORD, passwords[1]),
  ]);
  expect(said.filter(({ success }) => success)).toHaveLength(1);
  const done = said[0].success ? 0 : 1;
  expect([await look(both[done]), await look(both[1 - done]!)]).toEqual(['done', 'no_session']);
  expect(await signInBy('sam', passwords[done])).toBe('done');
});

test('a sign-in that has begun with the old password opens nothing once there is a new one', async () => {
  const kira = await console_.signIn('kira');
  clock.advance(30);
  const code = totpCode(DEMO_TOTP_SECRET, clock.now());
  const bot_check = await console_.api.answer();
  const typed = { email: emailOf('kira'), password: DEMO_PASSWORD, code, bot_check };
  const overtaken = overtakenBy(async () => void dataOf(await change(kira, DEMO_PASSWORD)));
  expect(await signInByPassword(overtaken, typed, NOBODY_ELSE)).toEqual(refuse('staff_credentials'));
  expect(dataOf(await kira.call(listStaffSessions, {})).items).toHaveLength(1);
});

test('somebody sees where they are signed in, this session first, and nobody else’s', async () => {
  const gone = await console_.signIn('olga');
  clock.advance(61 * MINUTE);
  await console_.signIn('oscar');
  const begun = clock.now();
  const olga = await console_.signIn('olga');
  const other = await console_.signIn('olga');
  clock.advance(2 * MINUTE);
  const { items } = dataOf(await olga.call(listStaffSessions, {}));
  expect(items.map(({ is_this: isThis }) => isThis)).toEqual([true, false]);
  expect(items[0]).toMatchObject({ last_seen_at: clock.now().toISOString(), device: '' });
  expect(new Date(items[1]!.started_at).getTime()).toBeGreaterThan(begun.getTime());
  expect(JSON.stringify(items)).not.toContain(other.token);
  expect(await look(gone)).toBe('no_session');
});

test('all others are ended by one call, which stands in the log once, also when it is made twice', async () => {
  const others = [await console_.signIn('oscar'), await console_.signIn('oscar')];
  const [olga, oscar] = [await console_.signIn('olga'), await console_.signIn('oscar')];
  for (let times = 0; times < 2; times += 1) {
    expect(dataOf(await oscar.call(endOtherStaffSessions, {})).items).toMatchObject([{ is_this: true }]);
  }
  for (const other of others) expect(await look(other)).toBe('no_session');
  expect([await look(oscar), await look(olga)]).toEqual(['done', 'done']);
  expect(await newest()).toEqual({
    actor: `staff:${oscar.id}`,
    action: 'staff end-sessions',
    subject: 'staff:oscar@demo.example',
    reason: '',
    before: null,
    after: { ended: 2 },
  });
});

test('of two sessions that end each other at once one stays', async () => {
  const [first, second] = [await console_.signIn('sam'), await console_.signIn('sam')];
  const session = (await readStaffSession(services, `Bearer ${second.token}`))!;
  const overtaken = overtakenBy(async () => void dataOf(await first.call(endOtherStaffSessions, {})));
  expect(await endOwnOthers(overtaken, { ...NOBODY_ELSE, session })).toEqual(refuse('no_session'));
  expect([await look(first), await look(second)]).toEqual(['done', 'no_session']);
});
