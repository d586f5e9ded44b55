import { eq, sql } from 'drizzle-orm';
import { Secret } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { signIn } from '#contracts/auth.ts';
import { closeAccount } from '#contracts/data.ts';
import { requestWithdrawal, setPin } from '#contracts/finance.ts';
import { getProfile } from '#contracts/profile.ts';
import {
  confirmTotp,
  getSecondFactor,
  listSecurityEvents,
  removeTotp,
  renewRecoveryCodes,
  signInByCode,
  startTotp,
} from '#contracts/second-factor.ts';
import { changePassword } from '#contracts/settings.ts';
import { memberPasskeys, members, memberTotps, recoveryCodes, withdrawals } from '#server/db/schema/index.ts';
import { dataOf, newAddress, refusalOf } from '../../../../support/app/api.ts';
import { emailsTo } from '../../../../support/people/emails.ts';
import { beginSignIn, codeOf, STEP_SECONDS, switchOn } from '../../../../support/people/factor.ts';
import { GUEST_PASSWORD } from '../../../../support/people/guests.ts';
import { DEMO_PIN, giveMoney, moneyCall, WALLET } from '../../../../support/people/money.ts';
import { createTestServices } from '../../../../support/app/services.ts';
import { type Owner, ownersOf } from '../../settings/owner.ts';

const testServices = await createTestServices();
const { services, clock } = testServices;
const { api, newOwner, save } = ownersOf(testServices);

const goOn = (pending: string, code: string) =>
  api.call(signInByCode, { pending, code }, { address: newAddress(), userAgent: 'Firefox/140 Android' });

async function newHolder(): Promise<Owner & Awaited<ReturnType<typeof switchOn>>> {
  const owner = await newOwner();
  return { ...owner, ...(await switchOn(api, testServices, owner.bearer)) };
}

const wrong = { error: { status: 422, fields: { code: ['Wrong or already used code. Try again.'] } } };
const missing = { error: { status: 422, fields: { code: ['Fill in this field.'] } } };
const subjects = async (email: string) => (await emailsTo(testServices, email)).map(({ subject }) => subject);
const events = async (bearer: string) =>
  dataOf(await api.call(listSecurityEvents, {}, { bearer })).items.map(({ kind }) => kind);

describe('switching it on', () => {
  test('takes the password and a code of the app, and gives ten recovery codes; the owner is told', async () => {
    const owner = await newOwner();
    const { bearer } = owner;
    const { setup, secret, uri } = dataOf(await api.call(startTotp, {}, { bearer }));
    expect(uri).toContain(`secret=${secret.replaceAll(' ', '')}`);
    const send = (password: string, code: string) => api.call(confirmTotp, { setup, password, code }, { bearer });
    const code = codeOf(secret, clock.now());
    expect(await send('Wrong-1-guess', code)).toMatchObject({ error: { fields: { password: [expect.any(String)] } } });
    expect(await send(GUEST_PASSWORD, '000000')).toMatchObject(wrong);
    expect(dataOf(await api.call(getSecondFactor, {}, { bearer })).is_on).toBe(false);
    expect(dataOf(await send(GUEST_PASSWORD, code)).recovery_codes).toHaveLength(10);
    expect(dataOf(await api.call(getSecondFactor, {}, { bearer }))).toMatchObject({
      is_on: true,
      recovery_codes_left: 10,
    });
    expect(await subjects(owner.email)).toContain('Two-step verification is on for your Atrium account');
    expect(refusalOf(await send(GUEST_PASSWORD, code))).toBe('factor_already_on');
    expect(refusalOf(await api.call(startTotp, {}, { bearer }))).toBe('factor_already_on');
  });

  test('a secret is its member’s alone, and for half an hour', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const { setup, secret } = dataOf(await api.call(startTotp, {}, { bearer: owner.bearer }));
    const send = ({ bearer }: Owner) =>
      api.call(confirmTotp, { setup, password: GUEST_PASSWORD, code: codeOf(secret, clock.now()) }, { bearer });
    expect(refusalOf(await send(other))).toBe('setup_expired');
    clock.advance(30 * 60);
    expect(refusalOf(await send(owner))).toBe('setup_expired');
  });

  test('the database holds no secret and no code', async () => {
    const { secret, codes } = await newHolder();
    const typed = secret.replaceAll(' ', '');
    const secrets = (await services.db.select().from(memberTotps)).map((row) => row.secret);
    expect(secrets).not.toEqual([]);
    const bytes = Buffer.from(Secret.fromBase32(typed).bytes);
    expect(secrets.filter((kept) => kept.includes(typed) || kept.includes(bytes))).toEqual([]);
    const hashes = (await services.db.select().from(recoveryCodes)).map(({ hash }) => hash);
    expect(hashes.length).toBeGreaterThanOrEqual(codes.length);
    const words = codes.flatMap((code) => [code, code.replaceAll('-', '')]);
    expect(words.filter((word) => hashes.some((hash) => hash.includes(word)))).toEqual([]);
  });
});

describe('signing in', () => {
  test('a right password opens nothing before a code does', async () => {
    const { username, code, bearer } = await newHolder();
    const pending = await beginSignIn(api, username);
    expect(await goOn(pending, '')).toMatchObject(missing);
    expect(await goOn(pending, '123456')).toMatchObject(wrong);
    const tokens = dataOf(await goOn(pending, code()));
    expect(refusalOf(await api.call(getProfile, {}, { bearer: tokens.access }))).toBe('done');
    expect(await events(bearer)).toEqual(expect.arrayContaining(['signed-in', 'code-failed', 'second-factor-on']));
  });

  test('a code counts once, whoever types it at the same moment', async () => {
    const { username, code } = await newHolder();
    const [one, other] = [await beginSignIn(api, username), await beginSignIn(api, username)];
    const typed = code();
    const answers = (await Promise.all([goOn(one, typed), goOn(other, typed)])).map(refusalOf);
    expect(answers.toSorted()).toEqual(['done', 'invalid']);
    expect(await goOn(one, typed)).toMatchObject(wrong);
  });

  test('a recovery code counts once', async () => {
    const { username, codes, bearer } = await newHolder();
    const [first = '', second = ''] = codes;
    const pending = await beginSignIn(api, username);
    expect(refusalOf(await goOn(pending, first.toLowerCase().replaceAll('-', ' ')))).toBe('done');
    expect(await goOn(pending, first)).toMatchObject(wrong);
    expect(refusalOf(await goOn(await beginSignIn(api, username), second))).toBe('done');
    expect(dataOf(await api.call(getSecondFactor, {}, { bearer })).recovery_codes_left).toBe(8);
    expect(await events(bearer)).toContain('recovery-code-used');
  });

  test('five wrong codes have to wait, even for a right one, and the owner learns of them', async () => {
    const { username, code, email } = await newHolder();
    const pending = await beginSignIn(api, username);
    for (let tries = 0; tries < 5; tries += 1) expect(await goOn(pending, `00000${tries}`)).toMatchObject(wrong);
    expect(refusalOf(await goOn(pending, code()))).toBe('too_often');
    expect((await subjects(email)).filter((one) => one.startsWith('Wrong verification codes'))).toHaveLength(1);
    clock.advance(15 * 60);
    expect(refusalOf(await goOn(await beginSignIn(api, username), code()))).toBe('done');
  });

  test('a day has twenty wrong codes', async () => {
    const { username, code } = await newHolder();
    for (let round = 0; round < 4; round += 1) {
      const pending = await beginSignIn(api, username);
      for (let tries = 0; tries < 5; tries += 1) await goOn(pending, '000000');
      clock.advance(15 * 60);
    }
    expect(refusalOf(await goOn(await beginSignIn(api, username), code()))).toBe('too_often');
  });

  test('the first half holds for ten minutes, for its own member, and no longer than the password', async () => {
    const [holder, stranger] = [await newHolder(), await newHolder()];
    const pending = await beginSignIn(api, holder.username);
    for (const code of [stranger.code(), stranger.codes[0] ?? ''])
      expect(await goOn(pending, code)).toMatchObject(wrong);
    clock.advance(10 * 60 - 1);
    expect(refusalOf(await goOn(pending, '000000'))).toBe('invalid');
    clock.advance(1);
    expect(refusalOf(await goOn(pending, holder.code()))).toBe('sign_in_expired');
    const fresh = await beginSignIn(api, holder.username);
    clock.advance(STEP_SECONDS);
    const next = { old: GUEST_PASSWORD, new: 'Green-5-apples', new_repeat: 'Green-5-apples', code: holder.code() };
    dataOf(await api.call(changePassword, next, { bearer: holder.bearer }));
    clock.advance(STEP_SECONDS);
    for (const one of [fresh, 'junk', `${fresh}x`, fresh.slice(4)]) {
      expect(refusalOf(await goOn(one, holder.code()))).toBe('sign_in_expired');
    }
  });

  test('whoever was blocked between the halves stays out', async () => {
    const { username, code } = await newHolder();
    const pending = await beginSignIn(api, username);
    await services.db.update(members).set({ blockedAt: clock.now() }).where(eq(members.username, username));
    expect(refusalOf(await goOn(pending, code()))).toBe('member_blocked');
  });

  test('a wrong password is answered as for anybody, and asks for no code', async () => {
    const { username } = await newHolder();
    const answer = async (login: string) =>
      api.call(signIn, { login, password: 'Wrong-1-guess', bot_check: await api.answer() }, { address: newAddress() });
    expect(await answer(username)).toEqual(await answer('nobody-at-all'));
  });
});

describe('what a password alone must not do', () => {
  const NEW = 'Green-5-apples';

  test('another password', async () => {
    const { bearer, code } = await newHolder();
    const form = { old: GUEST_PASSWORD, new: NEW, new_repeat: NEW };
    expect(await api.call(changePassword, form, { bearer })).toMatchObject(missing);
    expect(await api.call(changePassword, { ...form, code: '000000' }, { bearer })).toMatchObject(wrong);
    expect(refusalOf(await api.call(changePassword, { ...form, code: code() }, { bearer }))).toBe('done');
  });

  test('another e-mail address; the rest of the settings needs none', async () => {
    const holder = await newHolder();
    expect(refusalOf(await save(holder, { name: 'Somebody' }))).toBe('done');
    const changed = { email: `new-${holder.email}` };
    expect(await save(holder, changed)).toMatchObject(missing);
    expect(refusalOf(await save(holder, { ...changed, code: holder.code() }))).toBe('done');
    expect(await events(holder.bearer)).toContain('email-asked');
  });

  test('a PIN', async () => {
    const { bearer, code } = await newHolder();
    const form = { pin: DEMO_PIN, pin_repeat: DEMO_PIN, password: GUEST_PASSWORD };
    expect(await api.call(setPin, form, { bearer })).toMatchObject(missing);
    expect(refusalOf(await api.call(setPin, { ...form, code: code() }, { bearer }))).toBe('done');
    expect(await events(bearer)).toContain('pin-set');
  });

  test('the end of the account, of which nothing of it stays', async () => {
    const { bearer, code, username } = await newHolder();
    const [member] = await services.db.select().from(members).where(eq(members.username, username));
    const passkey = { id: 'k', name: 'My phone', publicKey: Buffer.from('x'), counter: 0, transports: [] };
    await services.db.insert(memberPasskeys).values({ ...passkey, memberId: member!.id, createdAt: clock.now() });
    const tables = ['member_totps', 'recovery_codes', 'security_events', 'member_passkeys'];
    const left = async () => {
      const rows = tables.map((table) => services.db.execute(`select from ${table} where member_id = ${member!.id}`));
      const counts = (await Promise.all(rows)).map(({ rowCount }) => rowCount);
      return tables.filter((_, at) => counts[at]);
    };
    expect(await moneyCall(api, closeAccount, { password: GUEST_PASSWORD }, { bearer })).toMatchObject(missing);
    expect(await left()).toEqual(tables);
    const form = { password: GUEST_PASSWORD, code: code() };
    expect(refusalOf(await moneyCall(api, closeAccount, form, { bearer }))).toBe('done');
    expect(await left()).toEqual([]);
  });

  test('money to a destination that is new', async () => {
    const { bearer, code, username } = await newHolder();
    await giveMoney(services, username, 500_000_000n);
    const pin = { pin: DEMO_PIN, pin_repeat: DEMO_PIN, password: GUEST_PASSWORD, code: code() };
    dataOf(await api.call(setPin, pin, { bearer }));
    clock.advance(STEP_SECONDS);
    const order = { destination: WALLET, amount: '10.00', pin: DEMO_PIN };
    const ask = (more: { code?: string } = {}) => moneyCall(api, requestWithdrawal, { ...order, ...more }, { bearer });
    expect(await ask()).toMatchObject(missing);
    expect(await ask({ code: '000000' })).toMatchObject(wrong);
    const { id } = dataOf(await ask({ code: code() }));
    expect(await events(bearer)).toContain('destination-new');
    expect(await ask()).toMatchObject(missing);
    for (const state of ['sending', 'completed'] as const) {
      const end = state === 'completed' ? { completedAt: clock.now(), endId: sql`hold_id` } : {};
      await services.db
        .update(withdrawals)
        .set({ state, ...end })
        .where(eq(withdrawals.id, id));
    }
    expect(refusalOf(await ask())).toBe('done');
  });
});

describe('recovery codes', () => {
  test('are renewed with password and code, and the old ones are void', async () => {
    const { bearer, code, codes, username } = await newHolder();
    const renew = (typed: string) =>
      api.call(renewRecoveryCodes, { password: GUEST_PASSWORD, code: typed }, { bearer });
    expect(await renew('000000')).toMatchObject(wrong);
    const { recovery_codes: fresh } = dataOf(await renew(code()));
    const pending = await beginSignIn(api, username);
    expect(await goOn(pending, codes[0] ?? '')).toMatchObject(wrong);
    expect(refusalOf(await goOn(pending, fresh[0] ?? ''))).toBe('done');
  });
});

describe('switching it off', () => {
  test('takes password and code, and the owner is told; once more changes nothing', async () => {
    const { bearer, code, username, email } = await newHolder();
    const off = (password: string, typed: string) => api.call(removeTotp, { password, code: typed }, { bearer });
    expect(await off(GUEST_PASSWORD, '000000')).toMatchObject(wrong);
    expect(refusalOf(await off('Wrong-1-guess', code()))).toBe('invalid');
    expect(refusalOf(await off(GUEST_PASSWORD, code()))).toBe('done');
    expect(await subjects(email)).toContain('Two-step verification is off for your Atrium account');
    expect(await api.signIn(username, GUEST_PASSWORD)).toHaveProperty('access');
    expect(refusalOf(await off(GUEST_PASSWORD, code()))).toBe('done');
    expect((await events(bearer)).filter((kind) => kind === 'second-factor-off')).toHaveLength(1);
  });
});
