import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  acceptInvitation,
  confirmStaff,
  endStaffSession,
  getStaffSession,
  readInvitation,
  signInByPasskey,
  signInStaff,
} from '#contracts/console/session.ts';
import { inviteStaffAgain, inviteStaff, listStaff, switchStaff } from '#contracts/console/staff.ts';
import { getProfile } from '#contracts/profile.ts';
import { STAFF_INVITATION_SECONDS } from '#domain/staff.ts';
import { hashPassword } from '#server/members/auth/index.ts';
import { mailbox, staff, staffSessions } from '#server/db/schema/index.ts';
import { HASH_COSTS } from '#server/base/hash-costs.ts';
import type { Log } from '#server/base/log.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { lockOwners } from '#server/operator/staff/index.ts';
import { DEMO_TOTP_SECRET } from '#server/operator/seed/staff.ts';
import { totpCode } from '#server/api/second-factor/index.ts';
import { dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { auditLogOf } from '../../../support/db/audit.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { emailOf, openConsole } from '../../../support/people/staff.ts';

const lines: Parameters<Log>[] = [];
const served = await createTestServices({ log: (...line) => lines.push(line) });
const { services, clock, runJobs } = served;
const console_ = await openConsole(served);
const { api } = console_;

const typed = (name: string, more = {}) => ({
  email: emailOf(name),
  password: DEMO_PASSWORD,
  code: totpCode(DEMO_TOTP_SECRET, clock.now()),
  ...more,
});

const tryIn = async (name: string, more = {}, address = newAddress()) =>
  api.call(signInStaff, { ...typed(name, more), bot_check: await api.answer() }, { address });

test('somebody is in with all three, and their session ends after twelve hours', async () => {
  const oscar = await console_.signIn('oscar');
  expect(dataOf(await oscar.call(getStaffSession, {}))).toMatchObject({ name: 'Oscar Wendt', role: 'owner' });
  const [entry] = await auditLogOf(services);
  expect(entry).toMatchObject({
    actor: `staff:${oscar.id}`,
    action: 'staff sign-in',
    subject: 'staff:oscar@demo.example',
    after: { by: 'code' },
  });
  for (let halfHours = 1; halfHours < 24; halfHours += 1) {
    clock.advance(30 * 60);
    expect(refusalOf(await oscar.call(getStaffSession, {}))).toBe('done');
  }
  clock.advance(30 * 60 - 1);
  expect(refusalOf(await oscar.call(getStaffSession, {}))).toBe('done');
  clock.advance(2);
  expect(refusalOf(await oscar.call(getStaffSession, {}))).toBe('no_session');
});

test.each([
  ['the password', { password: 'Demo-2025!' }],
  ['the code', { code: '000000' }],
  ['the e-mail', { email: 'nobody@demo.example' }],
])('what is said is the same whichever is wrong: %s', async (_, wrong) => {
  clock.advance(30);
  const answer = await tryIn('fiona', wrong);
  expect(refusalOf(answer)).toBe('staff_credentials');
  const [level, event, fields] = lines.at(-1)!;
  expect([level, event]).toEqual(['warn', 'console sign-in refused']);
  expect(fields).toMatchObject({ staff: 'email' in wrong ? 'unknown' : expect.stringMatching(/^staff:\d+$/) });
  expect(JSON.stringify(lines)).not.toMatch(/fiona|nobody@|Demo-2025/);
});

test('a code of staff may be typed with a hyphen, and what can’t be one is not tried', async () => {
  clock.advance(30);
  const { code } = typed('fiona');
  expect(refusalOf(await tryIn('fiona', { code: code.slice(1) }))).toBe('invalid');
  const hyphened = { code: `${code.slice(0, 3)}-${code.slice(3)}` };
  expect(refusalOf(await tryIn('fiona', hyphened))).toBe('done');
});

test('a password that was kept at another cost is kept at today’s from a sign-in on', async () => {
  const isKira = eq(staff.email, emailOf('kira'));
  const hashOf = async () => (await services.db.select().from(staff).where(isKira))[0]?.passwordHash;
  const passwordHash = await hashPassword(DEMO_PASSWORD, HASH_COSTS.pin);
  await services.db.update(staff).set({ passwordHash }).where(isKira);
  const signIn = (more = {}) => {
    clock.advance(30);
    return tryIn('kira', more);
  };
  expect(refusalOf(await signIn({ password: 'Demo-2025!' }))).toBe('staff_credentials');
  expect(await hashOf()).toBe(passwordHash);
  expect(refusalOf(await signIn())).toBe('done');
  const renewed = await hashOf();
  expect(renewed).not.toBe(passwordHash);
  expect(refusalOf(await signIn())).toBe('done');
  expect(await hashOf()).toBe(renewed);
});

test('a code is taken once, also when it comes twenty times at once', async () => {
  clock.advance(30);
  const tries = Array.from({ length: 20 }, () => tryIn('artur'));
  const said = (await Promise.all(tries)).map(refusalOf);
  expect(said.filter((one) => one === 'done')).toHaveLength(1);
});

test('a member opens nothing here, and staff opens nothing there', async () => {
  const { access } = await api.signIn('anna');
  expect(refusalOf(await api.call(getStaffSession, {}, { bearer: access }))).toBe('no_session');
  const kira = await console_.signIn('kira');
  expect(refusalOf(await api.call(getProfile, {}, { bearer: kira.token }))).toBe('no_session');
  await expect(api.signIn(emailOf('kira'))).rejects.toThrow('wrong_credentials');
});

test.each(['-'.repeat(36), 'x', '00000000-0000-4000-8000-000000000000'])('%o is no challenge', async (state) => {
  const response = { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' };
  const shown = { state, passkey: { id: 'x', response } };
  expect(refusalOf(await api.call(signInByPasskey, shown, { address: newAddress() }))).toBe('passkey_unknown');
});

test('what a role may not do is refused, and stands in the log of the process', async () => {
  const kira = await console_.signIn('kira');
  const off = { id: '1', access: 'off', reason: 'curious' } as const;
  expect(refusalOf(await kira.call(switchStaff, off))).toBe('not_able');
  expect(lines.at(-1)).toEqual([
    ...['warn', 'refused'],
    { code: 'not_able', call: switchStaff.path, ability: 'staff.change', staff: `staff:${kira.id}` },
  ]);
});

test('who signs out is out', async () => {
  const kira = await console_.signIn('kira');
  await kira.call(endStaffSession, {});
  expect(refusalOf(await kira.call(getStaffSession, {}))).toBe('no_session');
});

test('before money or access moves the second factor is asked for again after ten minutes', async () => {
  const oscar = await console_.signIn('oscar');
  const sam = dataOf(await oscar.call(listStaff, {})).items.find(({ name }) => name.startsWith('Sam'))!;
  const off = { id: String(sam.id), access: 'off', reason: 'left' } as const;
  clock.advance(10 * 60 + 1);
  expect(refusalOf(await oscar.call(switchStaff, off))).toBe('confirmation_required');
  const told = { staff: `staff:${oscar.id}` };
  expect(lines.at(-1)).toMatchObject(['warn', 'refused', { ...told, code: 'confirmation_required' }]);
  expect(refusalOf(await oscar.call(confirmStaff, { code: '000000' }))).toBe('invalid');
  expect(lines.at(-1)).toMatchObject(['warn', 'refused', { ...told, code: 'code_wrong', call: confirmStaff.path }]);
  expect(refusalOf(await oscar.call(confirmStaff, { code: '000000' }))).toBe('invalid');
  dataOf(await oscar.call(confirmStaff, { code: totpCode(DEMO_TOTP_SECRET, clock.now()) }));
  expect(refusalOf(await oscar.call(switchStaff, off))).toBe('done');
  dataOf(await oscar.call(switchStaff, { ...off, access: 'on' }));
});

test('whose access is taken away is out at once, and it stands in the log', async () => {
  const fiona = await console_.signIn('fiona');
  const oscar = await console_.signIn('oscar');
  dataOf(await oscar.call(switchStaff, { id: String(fiona.id), access: 'off', reason: 'left the team' }));
  expect(refusalOf(await fiona.call(getStaffSession, {}))).toBe('no_session');
  expect((await console_.log())[0]).toMatchObject({
    actor: `staff:${oscar.id}`,
    action: 'staff disable',
    subject: 'staff:fiona@demo.example',
    reason: 'left the team',
  });
  dataOf(await oscar.call(switchStaff, { id: String(fiona.id), access: 'on', reason: 'back' }));
  expect(refusalOf(await fiona.call(getStaffSession, {}))).toBe('no_session');
});

async function countWaiting(): Promise<number> {
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await services.db.execute(waiting)).rows.length;
}

test('two owners who take each other’s access away at once leave one of them', async () => {
  const oscar = await console_.signIn('oscar');
  const olga = await console_.signIn('olga');
  // Both have been let in before one of them acts.
  const both = await services.transaction(async (tx) => {
    await lockOwners(tx);
    const calls = [
      oscar.call(switchStaff, { id: String(olga.id), access: 'off', reason: 'quarrel' }),
      olga.call(switchStaff, { id: String(oscar.id), access: 'off', reason: 'quarrel' }),
    ];
    await expect.poll(countWaiting).toBe(2);
    return calls;
  });
  const said = await Promise.all(both);
  expect(said.map(refusalOf).toSorted()).toEqual(['done', 'last_owner']);
  await services.db.update(staff).set({ disabledAt: null });
});

test('a command leaves an owner who can get in, unless it is told that this is meant', async () => {
  const run = (...argv: string[]) => runCommand(services, [...argv, '--why', 'left'], 'root');
  const isRefused = async (...argv: string[]) => 'refused' in (await run(...argv));
  expect(await run('staff', 'disable', emailOf('olga'))).not.toHaveProperty('refused');
  const last = await run('staff', 'disable', emailOf('oscar'));
  expect(last).toHaveProperty('refused', expect.stringContaining('--last-owner'));
  expect(await isRefused('staff', 'role', emailOf('oscar'), 'support')).toBe(true);
  expect(await isRefused('staff', 'role', emailOf('oscar'), 'owner')).toBe(false);
  expect(await isRefused('staff', 'disable', emailOf('oscar'), '--last-owner')).toBe(false);
  // No owner is left to protect.
  expect(await isRefused('staff', 'role', emailOf('olga'), 'support')).toBe(false);
  expect(await isRefused('staff', 'role', emailOf('olga'), 'owner')).toBe(false);
  expect(await isRefused('staff', 'enable', emailOf('oscar'))).toBe(false);
  expect(await isRefused('staff', 'role', emailOf('oscar'), 'support', '--last-owner')).toBe(false);
  expect(await isRefused('staff', 'role', emailOf('oscar'), 'owner')).toBe(false);
  expect(await isRefused('staff', 'enable', emailOf('olga'))).toBe(false);
});

test('two commands at once leave an owner', async () => {
  const run = (name: string) => runCommand(services, ['staff', 'disable', emailOf(name), '--why', 'left'], 'root');
  const said = await Promise.all([run('olga'), run('oscar')]);
  expect(said.filter((one) => 'refused' in one)).toHaveLength(1);
  await services.db.update(staff).set({ disabledAt: null });
});

test('nobody changes their own access', async () => {
  const oscar = await console_.signIn('oscar');
  const off = { id: String(oscar.id), access: 'off', reason: 'tired' } as const;
  expect(refusalOf(await oscar.call(switchStaff, off))).toBe('not_yourself');
});

test('an invitation is e-mailed, sets password and second factor together, and works once', async () => {
  const oscar = await console_.signIn('oscar');
  const wish = { email: 'New@Staff.example', name: 'Nora', role: 'finance', language: 'en', reason: 'hired' } as const;
  dataOf(await oscar.call(inviteStaff, wish));
  expect(await oscar.call(inviteStaff, wish)).toMatchObject({ error: { code: 'invalid' } });
  await runJobs();
  const token = await mailedToken('new@staff.example');
  const link = dataOf(await api.call(readInvitation, { token }));
  expect(link).toMatchObject({ name: 'Nora', role: 'finance' });
  const secret = Buffer.from(base32(link.totp_secret));
  const accept = (code: string) =>
    api.call(acceptInvitation, { token, password: 'Nora-2026-desk!', password_repeat: 'Nora-2026-desk!', code });
  expect(await accept('000000')).toMatchObject({
    error: { fields: { code: ['Wrong or already used code. Try again.'] } },
  });
  const opened = dataOf(await accept(totpCode(secret, clock.now())));
  expect(dataOf(await api.call(getStaffSession, {}, { bearer: opened.token })).role).toBe('finance');
  expect(refusalOf(await api.call(readInvitation, { token }))).toBe('invitation_invalid');
  const [row] = await services.db.select().from(staff).where(eq(staff.email, 'new@staff.example'));
  expect(row?.totpSecret?.includes(secret)).toBe(false);
});

test('an invitation holds for three days', async () => {
  const oscar = await console_.signIn('oscar');
  const wish = { email: 'late@staff.example', name: 'Lars', role: 'finance', language: 'en', reason: 'hired' } as const;
  dataOf(await oscar.call(inviteStaff, wish));
  await runJobs();
  const token = await mailedToken(wish.email);
  clock.advance(STAFF_INVITATION_SECONDS - 1);
  expect(refusalOf(await api.call(readInvitation, { token }))).toBe('done');
  clock.advance(1);
  expect(refusalOf(await api.call(readInvitation, { token }))).toBe('invitation_invalid');
});

test('a new link for a lost phone makes password, second factor and sessions void', async () => {
  const sam = await console_.signIn('sam');
  const oscar = await console_.signIn('oscar');
  dataOf(await oscar.call(inviteStaffAgain, { id: String(sam.id), reason: 'lost phone' }));
  expect(refusalOf(await sam.call(getStaffSession, {}))).toBe('no_session');
  await expect(console_.signIn('sam')).rejects.toThrow('staff_credentials');
  await runJobs();
  expect(await mailedToken('sam@demo.example')).toMatch(/^[\w-]{43}$/);
});

test('the token of a session has 32 random bytes, others each time', async () => {
  const tokens: string[] = [];
  for (let round = 0; round < 8; round += 1) tokens.push((await console_.signIn('oscar')).token);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
  const bytes = tokens.map((token) => Buffer.from(token, 'base64url'));
  // In all eight tokens the same byte: by chance once in 10¹⁵ runs.
  for (let at = 0; at < 32; at += 1) expect(new Set(bytes.map((one) => one[at])).size).toBeGreaterThan(1);
});

test('the database holds no token of a session', async () => {
  const oscar = await console_.signIn('oscar');
  const hashes = (await services.db.select().from(staffSessions)).map(({ tokenHash }) => tokenHash);
  expect(hashes).toContainEqual(createHash('sha256').update(oscar.token).digest());
  const bytes = Buffer.from(oscar.token, 'base64url');
  expect(hashes.filter((hash) => hash.includes(oscar.token) || hash.includes(bytes))).toEqual([]);
});

async function mailedToken(to: string): Promise<string> {
  const [email] = await services.db.select().from(mailbox).where(eq(mailbox.to, to));
  return /token=([\w-]{43})/.exec(email?.text ?? '')?.[1] ?? '';
}

/** RFC 4648, as an authenticator app decodes the secret. */
function base32(text: string): Uint8Array {
  const bits = [...text.replaceAll(' ', '')]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}
