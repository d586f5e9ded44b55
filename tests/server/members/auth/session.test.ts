import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { logout, refreshSession } from '#contracts/auth.ts';
import { getProfile } from '#contracts/profile.ts';
import { addSeconds } from '#server/base/clock.ts';
import { sessionFamilies } from '#server/db/schema/index.ts';
import { hashToken } from '#server/base/secrets.ts';
import { apiOf, dataOf, refusalOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';

const testServices = await createTestServices();
const { clock, services } = testServices;
const api = apiOf(testServices.app);

const refreshing = (refresh: string) => api.call(refreshSession, { refresh });
const refreshed = async (refresh: string) => dataOf(await refreshing(refresh));
const profile = (bearer: string) => api.call(getProfile, {}, { bearer });

/** Id of the session of this refresh token. */
const idIn = (refresh: string) => Buffer.from(refresh, 'base64url').toString('hex', 0, 16);

const HOUR = 3600;

test('a refresh brings a new pair, and the new one goes on', async () => {
  const first = await api.signIn('anna');
  const second = await refreshed(first.refresh);
  expect(second.refresh).not.toBe(first.refresh);
  expect(refusalOf(await profile(second.access))).toBe('done');
  expect((await refreshed(second.refresh)).refresh).not.toBe(second.refresh);
});

test('for 15 seconds the token just used is answered with the same child', async () => {
  const { refresh } = await api.signIn('anna');
  const child = await refreshed(refresh);
  clock.advance(14);
  expect((await refreshed(refresh)).refresh).toBe(child.refresh);
  expect(refusalOf(await refreshing(child.refresh))).toBe('done');
});

test('after 15 seconds its second use ends the session for whoever holds it', async () => {
  const { refresh } = await api.signIn('anna');
  const child = await refreshed(refresh);
  clock.advance(15);
  expect(await refreshing(refresh)).toMatchObject({ error: { status: 401, code: 'session_ended' } });
  expect(refusalOf(await refreshing(child.refresh))).toBe('session_ended');
  expect(refusalOf(await profile(child.access))).toBe('no_session');
});

test('an older token ends the session at once', async () => {
  const first = await api.signIn('anna');
  const second = await refreshed(first.refresh);
  const third = await refreshed(second.refresh);
  expect(refusalOf(await refreshing(first.refresh))).toBe('session_ended');
  expect(refusalOf(await refreshing(third.refresh))).toBe('session_ended');
  expect(refusalOf(await profile(third.access))).toBe('no_session');
});

test('one session ended leaves the others of the same person', async () => {
  const [one, other] = [await api.signIn('anna'), await api.signIn('anna')];
  await api.call(logout, { refresh: one.refresh });
  expect(refusalOf(await profile(one.access))).toBe('no_session');
  expect(refusalOf(await profile(other.access))).toBe('done');
});

test('a token that was never ours changes nothing, even with the right family', async () => {
  const { refresh, access } = await api.signIn('anna');
  const bytes = Buffer.from(refresh, 'base64url');
  const changed = [0, 20, 47, 48, 63].map((at) => {
    const copy = Buffer.from(bytes);
    copy[at]! ^= 1;
    return copy.toString('base64url');
  });
  for (const forged of [
    ...changed,
    bytes.subarray(0, 48).toString('base64url'),
    refresh.slice(0, -1),
    `${refresh}A`,
    'x',
  ]) {
    expect(refusalOf(await refreshing(forged))).toBe('session_ended');
    expect(refusalOf(await api.call(logout, { refresh: forged }))).toBe('done');
  }
  expect(refusalOf(await profile(access))).toBe('done');
  expect(refusalOf(await refreshing(refresh))).toBe('done');
});

test('a token written with other signs of base64 is not taken for an old one', async () => {
  const { refresh, access } = await api.signIn('anna');
  await refreshing(refresh.replaceAll('-', '+').replaceAll('_', '/'));
  await refreshing(`${refresh}==`);
  await refreshing(` ${refresh}`);
  expect(refusalOf(await profile(access))).toBe('done');
});

test('a refresh token that nobody uses ends after three hours', async () => {
  const [used, unused] = [await api.signIn('anna'), await api.signIn('anna')];
  clock.advance(3 * HOUR - 1);
  expect(refusalOf(await refreshing(used.refresh))).toBe('done');
  clock.advance(1);
  expect(refusalOf(await refreshing(unused.refresh))).toBe('session_ended');
});

test('however often it is refreshed, a session ends after thirty days', async () => {
  let { refresh, access } = await api.signIn('anna');
  for (let hours = 0; hours < 30 * 24 - 2; hours += 2) {
    clock.advance(2 * HOUR);
    ({ refresh, access } = await refreshed(refresh));
  }
  clock.advance(2 * HOUR - 1);
  ({ refresh, access } = await refreshed(refresh));
  expect(refusalOf(await profile(access))).toBe('done');
  clock.advance(1);
  expect(refusalOf(await profile(access))).toBe('no_session');
  expect(refusalOf(await refreshing(refresh))).toBe('session_ended');
});

test('signing out ends the session, with the current token or the one before it', async () => {
  const now = await api.signIn('anna');
  expect(await api.call(logout, { refresh: now.refresh })).toEqual({ success: true, data: {} });
  expect(refusalOf(await profile(now.access))).toBe('no_session');
  expect(refusalOf(await refreshing(now.refresh))).toBe('session_ended');
  expect(refusalOf(await api.call(logout, { refresh: now.refresh }))).toBe('done');

  const before = await api.signIn('anna');
  const child = await refreshed(before.refresh);
  await api.call(logout, { refresh: before.refresh });
  expect(refusalOf(await profile(child.access))).toBe('no_session');
});

test('signing out with an older token, or with one whose session is forgotten, changes nothing', async () => {
  const first = await api.signIn('anna');
  const second = await refreshed(first.refresh);
  const third = await refreshed(second.refresh);
  expect(refusalOf(await api.call(logout, { refresh: first.refresh }))).toBe('done');
  expect(refusalOf(await profile(third.access))).toBe('done');

  const { refresh } = await api.signIn('anna');
  await services.db.delete(sessionFamilies).where(eq(sessionFamilies.tokenHash, hashToken(refresh)));
  expect(refusalOf(await api.call(logout, { refresh }))).toBe('done');
  expect(refusalOf(await refreshing(refresh))).toBe('session_ended');
});

test('what ended a session, and when, is kept; what comes later doesn’t change it', async () => {
  const ends = async (refresh: string) => {
    const [row] = await services.db
      .select()
      .from(sessionFamilies)
      .where(eq(sessionFamilies.id, idIn(refresh)));
    return [row?.endReason, row?.endedAt];
  };
  const [left, stolen] = [await api.signIn('anna'), await api.signIn('anna')];
  await api.call(logout, { refresh: left.refresh });
  const child = await refreshed(stolen.refresh);
  clock.advance(60);
  expect(refusalOf(await refreshing(stolen.refresh))).toBe('session_ended');
  const [leftAt, stolenAt] = [addSeconds(clock.now(), -60), clock.now()];
  clock.advance(60);
  for (const { refresh } of [left, stolen, child]) await api.call(logout, { refresh });
  expect(await ends(left.refresh)).toEqual(['sign-out', leftAt]);
  expect(await ends(stolen.refresh)).toEqual(['reuse', stolenAt]);
});

test('a refresh token has 32 random bytes, others each time', async () => {
  const tokens: Buffer[] = [];
  for (let round = 0; round < 8; round += 1)
    tokens.push(Buffer.from((await api.signIn('anna')).refresh, 'base64url').subarray(16, 48));
  expect(tokens.map(({ length }) => length)).toEqual(tokens.map(() => 32));
  // In all eight tokens the same byte: by chance once in 10¹⁵ runs.
  for (let at = 0; at < 32; at += 1) expect(new Set(tokens.map((bytes) => bytes[at])).size).toBeGreaterThan(1);
});

test('the database holds no token that works', async () => {
  const { refresh } = await api.signIn('anna');
  const child = await refreshed(refresh);
  const rows = await services.db.select().from(sessionFamilies).where(eq(sessionFamilies.rotatedAt, clock.now()));
  const kept = rows.flatMap(({ tokenHash, parentHash, sealedToken }) => [tokenHash, parentHash, sealedToken]);
  expect(kept.filter((bytes) => bytes !== null)).not.toEqual([]);
  for (const bytes of kept) {
    for (const token of [refresh, child.refresh]) {
      expect(bytes?.includes(token) || bytes?.includes(Buffer.from(token, 'base64url'))).not.toBe(true);
    }
  }
});
