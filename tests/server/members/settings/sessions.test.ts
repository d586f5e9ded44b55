import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { logout, refreshSession, signIn } from '#contracts/auth.ts';
import { savePasskey, startPasskey } from '#contracts/passkeys.ts';
import { getProfile } from '#contracts/profile.ts';
import { confirmTotp, listSecurityEvents, startTotp } from '#contracts/second-factor.ts';
import { endSessions, listSessions } from '#contracts/settings.ts';
import { sessionFamilies } from '#server/db/schema/index.ts';
import { dataOf, refusalOf, signedIn } from '../../../support/app/api.ts';
import { Authenticator } from '../../../support/people/authenticator.ts';
import { codeOf } from '../../../support/people/factor.ts';
import { GUEST_PASSWORD } from '../../../support/people/guests.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { ownersOf } from './owner.ts';

const testServices = await createTestServices();
const { api, newOwner } = ownersOf(testServices);
const { clock } = testServices;

const PHONE = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
const LAPTOP = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.6 Safari/605.1.15';
const sessionsOf = async (bearer: string) => dataOf(await api.call(listSessions, {}, { bearer })).items;
const end = (bearer: string, which: { id?: string; all?: true }) => api.call(endSessions, which, { bearer });
const isOver = async (bearer: string) => refusalOf(await api.call(getProfile, {}, { bearer })) === 'no_session';
const idOf = async (bearer: string) => (await sessionsOf(bearer)).find((session) => session.is_this)?.id ?? '';

test('a session says by which browser and from which range it was opened, and no more', async () => {
  const { username } = await newOwner();
  const form = { login: username, password: GUEST_PASSWORD, bot_check: await api.answer() };
  const from = { address: '203.0.113.77', userAgent: PHONE };
  const { access, refresh } = signedIn(await api.call(signIn, form, from));
  const [mine] = await sessionsOf(access);
  const now = clock.now().toISOString();
  expect(mine).toEqual({
    id: expect.any(String),
    device: 'Firefox, Android',
    place: '203.0.113.0/24',
    started_at: now,
    last_seen_at: now,
    is_this: true,
  });

  clock.advance(3600);
  const moved = { address: '2001:db8:7:1::5', userAgent: LAPTOP };
  const next = dataOf(await api.call(refreshSession, { refresh }, moved));
  const [later] = await sessionsOf(next.access);
  expect(later).toMatchObject({
    id: mine?.id,
    device: 'Safari, macOS',
    place: '2001:db8:7::/48',
    started_at: now,
    is_this: true,
  });
  expect(later?.last_seen_at).toBe(clock.now().toISOString());
});

test('a session shows when it was last used, to the minute, and from where', async () => {
  const { username, bearer } = await newOwner();
  const { access } = await api.signIn(username, GUEST_PASSWORD);
  const elsewhere = async () => (await sessionsOf(access)).find((session) => !session.is_this);
  const use = (from: object = {}) => api.call(getProfile, {}, { bearer, ...from });
  const opened = clock.now().toISOString();
  clock.advance(59);
  await use({ address: '198.51.100.4', userAgent: PHONE });
  expect(await elsewhere()).toMatchObject({ last_seen_at: opened, device: '' });
  clock.advance(1);
  await Promise.all([1, 2, 3].map(() => use({ address: '198.51.100.4', userAgent: PHONE })));
  expect(await elsewhere()).toMatchObject({
    last_seen_at: clock.now().toISOString(),
    device: 'Firefox, Android',
    place: '198.51.100.0/24',
    started_at: opened,
  });
});

test('a session that is being ended by somebody is read without a wait', async () => {
  const { bearer } = await newOwner();
  const id = await idOf(bearer);
  clock.advance(60);
  const before = (await sessionsOf(bearer))[0]?.last_seen_at;
  clock.advance(60);
  await testServices.services.transaction(async (tx) => {
    await tx.select().from(sessionFamilies).where(eq(sessionFamilies.id, id)).for('update');
    expect(await sessionsOf(bearer)).toMatchObject([{ last_seen_at: before }]);
  });
  expect(await sessionsOf(bearer)).toMatchObject([{ last_seen_at: clock.now().toISOString() }]);
});

test('a session is read while its use can’t be written', async () => {
  const { bearer } = await newOwner();
  const before = (await sessionsOf(bearer))[0]?.last_seen_at;
  clock.advance(60);
  const { db } = testServices.services;
  await db.execute('alter table session_families add constraint takes_no_writes check (false) not valid');
  expect(await sessionsOf(bearer)).toMatchObject([{ last_seen_at: before }]);
  await db.execute('alter table session_families drop constraint takes_no_writes');
  expect(await sessionsOf(bearer)).toMatchObject([{ last_seen_at: clock.now().toISOString() }]);
});

test('this one comes first, then those seen last; what is over is not there', async () => {
  const { username, bearer } = await newOwner();
  clock.advance(60);
  const second = await api.signIn(username, GUEST_PASSWORD);
  const left = await api.signIn(username, GUEST_PASSWORD);
  await api.call(logout, { refresh: left.refresh });
  const ids = [await idOf(bearer), await idOf(second.access)];
  expect((await sessionsOf(bearer)).map(({ id }) => id)).toEqual(ids);
  expect((await sessionsOf(second.access)).map(({ id }) => id)).toEqual(ids.toReversed());
  clock.advance(3 * 3600 - 60);
  const third = await api.signIn(username, GUEST_PASSWORD);
  expect((await sessionsOf(third.access)).map(({ id }) => id)).not.toContain(ids[0]);
});

test('one that is ended is over at once, and may be ended twice', async () => {
  const { username, bearer } = await newOwner();
  const lost = await api.signIn(username, GUEST_PASSWORD);
  const id = await idOf(lost.access);
  expect(await end(bearer, { id })).toEqual({ success: true, data: {} });
  expect(await isOver(lost.access)).toBe(true);
  expect(refusalOf(await api.call(refreshSession, { refresh: lost.refresh }))).toBe('session_ended');
  expect(await isOver(bearer)).toBe(false);
  expect(refusalOf(await end(bearer, { id }))).toBe('done');
});

test('all others are ended together, this one stays', async () => {
  const { username, bearer } = await newOwner();
  const others = [await api.signIn(username, GUEST_PASSWORD), await api.signIn(username, GUEST_PASSWORD)];
  const stranger = await newOwner();
  expect(refusalOf(await end(bearer, { all: true }))).toBe('done');
  for (const { access } of others) expect(await isOver(access)).toBe(true);
  expect(await isOver(bearer)).toBe(false);
  expect(await isOver(stranger.bearer)).toBe(false);
  expect(await sessionsOf(bearer)).toHaveLength(1);
});

test('sessions that end all others at once don’t wait for each other', async () => {
  const { username } = await newOwner();
  const sessions = await Promise.all(Array.from({ length: 6 }, () => api.signIn(username, GUEST_PASSWORD)));
  const answers = await Promise.all(sessions.map(({ access }) => end(access, { all: true })));
  expect(answers.map(refusalOf).every((answer) => answer === 'done' || answer === 'no_session')).toBe(true);
});

test('this one is ended by signing out', async () => {
  const { bearer } = await newOwner();
  expect(await end(bearer, { id: await idOf(bearer) })).toMatchObject({
    error: { status: 409, code: 'session_is_this' },
  });
  expect(await isOver(bearer)).toBe(false);
});

test('somebody else’s session can’t be seen or ended', async () => {
  const [rita, stranger] = [await newOwner(), await newOwner()];
  const id = await idOf(stranger.bearer);
  expect((await sessionsOf(rita.bearer)).map((session) => session.id)).not.toContain(id);
  expect(await end(rita.bearer, { id })).toMatchObject({ error: { status: 404, code: 'not_found' } });
  expect(await isOver(stranger.bearer)).toBe(false);
});

test.each([randomUUID(), 'x', '', "' or true --", '%'])('there is no session %j', async (id) => {
  const { bearer } = await newOwner();
  expect(refusalOf(await end(bearer, { id }))).toBe('not_found');
});

test.each([{}, { id: 'x', all: true as const }, { all: false as never }])('%j names no session', async (which) => {
  const { bearer } = await newOwner();
  expect(refusalOf(await end(bearer, which))).toBe('invalid');
});

test('who is not signed in sees and ends none', async () => {
  expect(refusalOf(await api.call(listSessions, {}))).toBe('no_session');
  expect(refusalOf(await api.call(endSessions, { all: true }))).toBe('no_session');
});

describe('a second factor that is switched on', () => {
  const WAYS = {
    'an app': async (bearer: string, end_others?: boolean) => {
      const { setup, secret } = dataOf(await api.call(startTotp, {}, { bearer }));
      const code = codeOf(secret, clock.now());
      const form = { setup, password: GUEST_PASSWORD, code, ...(end_others !== undefined && { end_others }) };
      return refusalOf(await api.call(confirmTotp, form, { bearer }));
    },
    'a passkey': async (bearer: string, end_others?: boolean) => {
      const { options, state } = dataOf(await api.call(startPasskey, { password: GUEST_PASSWORD }, { bearer }));
      const passkey = new Authenticator(testServices.config.publicOrigin).create(options as never);
      const form = { state, name: '', passkey, ...(end_others !== undefined && { end_others }) };
      return refusalOf(await api.call(savePasskey, form, { bearer }));
    },
  };

  test.each(Object.entries(WAYS))(
    '%s ends the other sessions where that was ticked, and keeps this one',
    async (_, add) => {
      const { username, bearer } = await newOwner();
      const [other, third] = [await api.signIn(username, GUEST_PASSWORD), await api.signIn(username, GUEST_PASSWORD)];
      expect(await add(bearer, true)).toBe('done');
      expect([await isOver(bearer), await isOver(other.access), await isOver(third.access)]).toEqual([
        false,
        true,
        true,
      ]);
      const { items } = dataOf(await api.call(listSecurityEvents, {}, { bearer }));
      expect(items.map(({ kind }) => kind)).toContain('sessions-ended');
    },
  );

  test.each(Object.entries(WAYS))('%s leaves them where it was not, and when it is refused', async (_, add) => {
    const { username, bearer } = await newOwner();
    const other = await api.signIn(username, GUEST_PASSWORD);
    expect(await add(bearer, false)).toBe('done');
    expect(await isOver(other.access)).toBe(false);
  });

  test('two at once wait for each other and not for ever', async () => {
    const { username, bearer } = await newOwner();
    const other = await api.signIn(username, GUEST_PASSWORD);
    const answers = await Promise.all([WAYS['a passkey'](bearer, true), WAYS['an app'](other.access, true)]);
    expect(answers).toContain('done');
    expect(answers.filter((one) => !['done', 'no_session'].includes(one))).toEqual([]);
  });
});
