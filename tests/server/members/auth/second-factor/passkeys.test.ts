import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getProfile } from '#contracts/profile.ts';
import { askForPasskey, removePasskey, savePasskey, signInByPasskey, startPasskey } from '#contracts/passkeys.ts';
import { getSecondFactor, listSecurityEvents } from '#contracts/second-factor.ts';
import { members } from '#server/db/schema/index.ts';
import { dataOf, newAddress, refusalOf } from '../../../../support/app/api.ts';
import { Authenticator } from '../../../../support/people/authenticator.ts';
import { emailsTo } from '../../../../support/people/emails.ts';
import { switchOn } from '../../../../support/people/factor.ts';
import { GUEST_PASSWORD } from '../../../../support/people/guests.ts';
import { createTestServices } from '../../../../support/app/services.ts';
import { type Owner, ownersOf } from '../../settings/owner.ts';

const testServices = await createTestServices();
const { services, clock, config } = testServices;
const { api, newOwner } = ownersOf(testServices);
const origin = config.publicOrigin;

type Creation = Parameters<Authenticator['create']>[0];
type Asked = Parameters<Authenticator['show']>[0];

const start = (bearer: string, input = { password: GUEST_PASSWORD }) => api.call(startPasskey, input, { bearer });

async function add(device: Authenticator, { bearer }: Owner, name = 'My phone') {
  const { options, state } = dataOf(await start(bearer));
  const passkey = device.create(options as unknown as Creation);
  return api.call(savePasskey, { state, name, passkey }, { bearer });
}

async function newKeyHolder() {
  const owner = await newOwner();
  const device = new Authenticator(origin);
  dataOf(await add(device, owner));
  return { ...owner, device };
}

async function show(device: Authenticator, faults?: Parameters<Authenticator['show']>[1]) {
  const { options, state } = dataOf(await api.call(askForPasskey, {}, { address: newAddress() }));
  return { state, passkey: device.show(options as unknown as Asked, faults) };
}

const signInWith = (shown: Awaited<ReturnType<typeof show>>) =>
  api.call(signInByPasskey, shown, { address: newAddress(), userAgent: 'Firefox/140 Android' });

test('a passkey is added with the password, its owner is told, and it signs in without one', async () => {
  const { device, bearer, email } = await newKeyHolder();
  const { passkeys } = dataOf(await api.call(getSecondFactor, {}, { bearer }));
  expect(passkeys).toMatchObject([{ name: 'My phone', used_at: null }]);
  const subjects = (await emailsTo(testServices, email)).map(({ subject }) => subject);
  expect(subjects).toContain('New passkey for your Atrium account');
  for (let times = 0; times < 2; times += 1) {
    const { access } = dataOf(await signInWith(await show(device)));
    expect(refusalOf(await api.call(getProfile, {}, { bearer: access }))).toBe('done');
  }
  const { items } = dataOf(await api.call(listSecurityEvents, {}, { bearer }));
  expect(items[0]).toMatchObject({ kind: 'signed-in-by-passkey', device: 'Firefox, Android' });
});

test('a session that was left open adds none, nor does a password where codes are asked for', async () => {
  const owner = await newOwner();
  expect(await start(owner.bearer, { password: 'Wrong-1-guess' })).toMatchObject({
    error: { fields: { password: [expect.any(String)] } },
  });
  const { code } = await switchOn(api, testServices, owner.bearer);
  expect(await start(owner.bearer)).toMatchObject({ error: { fields: { code: [expect.any(String)] } } });
  const input = { password: GUEST_PASSWORD, code: code() };
  expect(refusalOf(await api.call(startPasskey, input, { bearer: owner.bearer }))).toBe('done');
});

test('what was made for somebody else, too late or elsewhere is not kept; the same again is', async () => {
  const [owner, other] = [await newOwner(), await newOwner()];
  const { options, state } = dataOf(await start(owner.bearer));
  const passkey = new Authenticator(origin).create(options as unknown as Creation);
  const save = (who: Owner, sent = passkey) =>
    api.call(savePasskey, { state, name: '', passkey: sent }, { bearer: who.bearer });
  expect(refusalOf(await save(other))).toBe('passkey_invalid');
  const elsewhere = new Authenticator('https://attacker.example').create(options as unknown as Creation);
  expect(refusalOf(await save(owner, elsewhere))).toBe('passkey_invalid');
  expect([refusalOf(await save(owner)), refusalOf(await save(owner))]).toEqual(['done', 'done']);
  expect(dataOf(await api.call(getSecondFactor, {}, { bearer: owner.bearer })).passkeys).toHaveLength(1);
  clock.advance(5 * 60);
  expect(refusalOf(await save(owner))).toBe('passkey_invalid');
});

test('an answer opens one session: not again, not late, not from another site', async () => {
  const { device } = await newKeyHolder();
  const shown = await show(device);
  expect([refusalOf(await signInWith(shown)), refusalOf(await signInWith(shown))]).toEqual(['done', 'passkey_unknown']);
  const late = await show(device);
  clock.advance(5 * 60);
  expect(refusalOf(await signInWith(late))).toBe('passkey_unknown');
  for (const faults of [{ origin: 'https://attacker.example' }, { isVerified: false }, { counter: 1 }]) {
    expect(refusalOf(await signInWith(await show(device, faults)))).toBe('passkey_unknown');
  }
});

test('of two answers at once to one challenge one counts', async () => {
  const { device } = await newKeyHolder();
  const { options, state } = dataOf(await api.call(askForPasskey, {}, { address: newAddress() }));
  const shown = [1, 2].map(() => ({ state, passkey: device.show(options as unknown as Asked) }));
  const answers = (await Promise.all(shown.map(signInWith))).map(refusalOf);
  expect(answers.toSorted()).toEqual(['done', 'passkey_unknown']);
});

test('an unknown passkey is answered as a wrong one', async () => {
  const { device } = await newKeyHolder();
  const stranger = new Authenticator(origin);
  const { options } = dataOf(await start((await newOwner()).bearer));
  stranger.create(options as unknown as Creation);
  const unknown = await signInWith(await show(stranger));
  expect(await signInWith(await show(device, { isVerified: false }))).toEqual(unknown);
});

test('one that was removed opens nothing more, and is nobody else’s to remove', async () => {
  const { device, bearer } = await newKeyHolder();
  const other = await newOwner();
  const [passkey] = dataOf(await api.call(getSecondFactor, {}, { bearer })).passkeys;
  const proof = { id: passkey?.id ?? '', password: GUEST_PASSWORD };
  const remove = (who: string) => api.call(removePasskey, proof, { bearer: who });
  expect(refusalOf(await remove(other.bearer))).toBe('done');
  expect(refusalOf(await signInWith(await show(device)))).toBe('done');
  expect([refusalOf(await remove(bearer)), refusalOf(await remove(bearer))]).toEqual(['done', 'done']);
  expect(refusalOf(await signInWith(await show(device)))).toBe('passkey_unknown');
});

test('a session that was left open removes none, nor does a password where codes are asked for', async () => {
  const { device, bearer, email } = await newKeyHolder();
  const [passkey] = dataOf(await api.call(getSecondFactor, {}, { bearer })).passkeys;
  const remove = (proof: { password: string; code?: string }) =>
    api.call(removePasskey, { id: passkey?.id ?? '', ...proof }, { bearer });
  const subjects = async () => (await emailsTo(testServices, email)).map(({ subject }) => subject);
  for (const password of ['', 'Wrong-1-guess']) {
    expect(await remove({ password })).toMatchObject({ error: { fields: { password: [expect.any(String)] } } });
  }
  const { code } = await switchOn(api, testServices, bearer);
  for (const wrong of [{}, { code: '000000' }]) {
    expect(await remove({ password: GUEST_PASSWORD, ...wrong })).toMatchObject({
      error: { fields: { code: [expect.any(String)] } },
    });
  }
  expect(refusalOf(await signInWith(await show(device)))).toBe('done');
  expect(await subjects()).not.toContain('A passkey was removed from your Atrium account');

  expect(refusalOf(await remove({ password: GUEST_PASSWORD, code: code() }))).toBe('done');
  expect(await subjects()).toContain('A passkey was removed from your Atrium account');
  const { items } = dataOf(await api.call(listSecurityEvents, {}, { bearer }));
  expect(items[0]).toMatchObject({ kind: 'passkey-removed' });
});

test('a blocked member stays out', async () => {
  const { device, username } = await newKeyHolder();
  await services.db.update(members).set({ blockedAt: clock.now() }).where(eq(members.username, username));
  expect(refusalOf(await signInWith(await show(device)))).toBe('member_blocked');
});

test('there are at most twenty, and the last may be sent twice', async () => {
  const owner = await newOwner();
  for (let count = 1; count < 20; count += 1) dataOf(await add(new Authenticator(origin), owner));
  const { options, state } = dataOf(await start(owner.bearer));
  const last = { state, name: '', passkey: new Authenticator(origin).create(options as unknown as Creation) };
  for (let times = 0; times < 2; times += 1) dataOf(await api.call(savePasskey, last, { bearer: owner.bearer }));
  expect(refusalOf(await start(owner.bearer))).toBe('too_many_passkeys');
});
