import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { refreshSession } from '#contracts/auth.ts';
import { getProfile } from '#contracts/profile.ts';
import { members } from '#server/db/schema/index.ts';
import { deriveSecrets } from '#server/base/secrets.ts';
import { apiOf, refusalOf } from '../../../support/app/api.ts';
import { GUEST_PASSWORD, newMember } from '../../../support/people/guests.ts';
import { rawCall } from '../../../support/app/raw-call.ts';
import { createTestServices, SESSION_SECRET } from '../../../support/app/services.ts';

const testServices = await createTestServices();
const api = apiOf(testServices.app);
const look = async (bearer: string) => refusalOf(await api.call(getProfile, {}, { bearer }));

const read = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString());
const write = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (head: string, secret: string, hash = 'sha256') =>
  `${head}.${createHmac(hash, secret).update(head).digest('base64url')}`;
const ourSecret = deriveSecrets([SESSION_SECRET]).accessToken[0].toString('base64url');

test('an access token works for one hour', async () => {
  const { access } = await api.signIn('anna');
  testServices.clock.advance(3598);
  expect(await look(access)).toBe('done');
  testServices.clock.advance(2);
  expect(await look(access)).toBe('no_session');
});

test('without a token there is no session', async () => {
  expect(await api.call(getProfile, {})).toMatchObject({ error: { status: 401, code: 'no_session' } });
});

test.each(['x', 'a.b.c', '..', 'null', '{}', 'x'.repeat(5000), `${write({ alg: 'HS256' })}.${write({})}.`])(
  'the word %o is no token',
  async (word) => expect(await look(word)).toBe('no_session'),
);

test('a token signed with another secret, or with none, is refused', async () => {
  const { access } = await api.signIn('anna');
  const [head = '', payload = ''] = access.split('.');
  expect(await look(sign(`${head}.${payload}`, 'another secret'))).toBe('no_session');
  for (const alg of ['none', 'None', 'NONE', '']) {
    expect(await look(`${write({ alg, typ: 'JWT' })}.${payload}.`)).toBe('no_session');
    expect(await look(sign(`${write({ alg, typ: 'JWT' })}.${payload}`, ourSecret))).toBe('no_session');
  }
  expect(await look(sign(`${write({ alg: 'HS512', typ: 'JWT' })}.${payload}`, ourSecret, 'sha512'))).toBe('no_session');
});

test('a token that brings or names its own key is read with ours, and refused', async () => {
  const [, payload = ''] = (await api.signIn('anna')).access.split('.');
  const foreign = 'a secret of the attacker’s own choice';
  const jwk = { kty: 'oct', alg: 'HS256', kid: 'mine', k: Buffer.from(foreign).toString('base64url') };
  const jku = `data:application/json,${encodeURIComponent(JSON.stringify({ keys: [jwk] }))}`;
  for (const names of [{ jwk }, { jku }, { kid: 'mine', jwk, jku }, { kid: '/dev/null' }]) {
    const head = write({ alg: 'HS256', typ: 'JWT', ...names });
    for (const secret of [foreign, '']) {
      expect(await look(sign(`${head}.${payload}`, secret))).toBe('no_session');
    }
  }
});

test('nobody makes a longer or another’s token out of their own', async () => {
  const { access } = await api.signIn('ivan');
  const [head = '', payload = '', tag = ''] = access.split('.');
  const claims = read(payload);
  for (const change of [{ exp: claims.exp + 3600 }, { sub: '1' }, { fam: crypto.randomUUID() }]) {
    expect(await look(`${head}.${write({ ...claims, ...change })}.${tag}`)).toBe('no_session');
  }
});

test('even rightly signed, a member without that session, or a session that is none, is refused', async () => {
  const claims = read((await api.signIn('ivan')).access.split('.')[1]);
  const head = write({ alg: 'HS256', typ: 'JWT' });
  expect(await look(sign(`${head}.${write(claims)}`, ourSecret))).toBe('done');
  for (const change of [
    { sub: '1' },
    { fam: crypto.randomUUID() },
    { exp: undefined },
    { sub: undefined },
    { fam: undefined },
  ]) {
    expect(await look(sign(`${head}.${write({ ...claims, ...change })}`, ourSecret))).toBe('no_session');
  }
});

test('what is only nearly written as a header for a session opens none', async () => {
  const { access } = await api.signIn('ivan');
  const answered = async (authorization: string) =>
    (await rawCall(testServices.app, getProfile.path, { headers: { authorization } })).status;
  for (const right of [`Bearer ${access}`, `bearer ${access}`]) expect(await answered(right)).toBe(200);
  for (const wrong of [access, `Bearer`, `Basic ${access}`, `Basic Bearer ${access}`, `Bearer ${access} more`]) {
    expect(await answered(wrong)).toBe(401);
  }
});

test('a refresh token is no access token, nor the other way round', async () => {
  const { access, refresh } = await api.signIn('anna');
  expect(await look(refresh)).toBe('no_session');
  expect(refusalOf(await api.call(refreshSession, { refresh: access }))).toBe('session_ended');
});

test.each([{ blockedAt: new Date() }, { closedAt: new Date() }])(
  'with %o a member is refused at once, and so is their refresh',
  async (change) => {
    const { username } = await newMember(api, testServices);
    const { access, refresh } = await api.signIn(username, GUEST_PASSWORD);
    expect(await look(access)).toBe('done');
    await testServices.services.db.update(members).set(change).where(eq(members.username, username));
    expect(await look(access)).toBe('no_session');
    expect(refusalOf(await api.call(refreshSession, { refresh }))).toBe('session_ended');
  },
);
