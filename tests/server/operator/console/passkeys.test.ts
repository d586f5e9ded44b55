import { expect, test } from 'vitest';
import {
  addPasskey,
  askForConfirmation,
  askForPasskey,
  askToAddPasskey,
  confirmByPasskey,
  getStaffSession,
  listPasskeys,
  removePasskey,
  signInByPasskey,
} from '#contracts/console/session.ts';
import { askForPasskey as askMembers } from '#contracts/passkeys.ts';
import { dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { Authenticator } from '../../../support/people/authenticator.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { openConsole, type StaffApi } from '../../../support/people/staff.ts';

const served = await createTestServices();
const { clock, config } = served;
const console_ = await openConsole(served);
const { api } = console_;

type Creation = Parameters<Authenticator['create']>[0];
type Asked = Parameters<Authenticator['show']>[0];
type Faults = Parameters<Authenticator['show']>[1];

async function add(device: Authenticator, person: StaffApi, name = 'laptop') {
  const { options, state } = dataOf(await person.call(askToAddPasskey, {}));
  return { state, name, passkey: device.create(options as unknown as Creation) };
}

async function newKeyHolder(name: string) {
  const person = await console_.signIn(name);
  const device = new Authenticator(config.consoleOrigin);
  dataOf(await person.call(addPasskey, await add(device, person)));
  return { person, device };
}

async function show(device: Authenticator, faults?: Faults) {
  const { options, state } = dataOf(await api.call(askForPasskey, {}, { address: newAddress() }));
  return { state, passkey: device.show(options as unknown as Asked, faults) };
}

const signInWith = (shown: Awaited<ReturnType<typeof show>>) =>
  api.call(signInByPasskey, shown, { address: newAddress() });

test('a passkey is added, stands in the audit log once, and opens a session without a password', async () => {
  const person = await console_.signIn('oscar');
  const device = new Authenticator(config.consoleOrigin);
  const made = await add(device, person);
  for (let times = 0; times < 2; times += 1) {
    expect(dataOf(await person.call(addPasskey, made)).items).toMatchObject([{ name: 'laptop', used_at: null }]);
  }
  const added = (await console_.log()).filter(({ action }) => action === 'staff passkey-add');
  expect(added).toHaveLength(1);
  const { token } = dataOf(await signInWith(await show(device)));
  expect(dataOf(await api.call(getStaffSession, {}, { bearer: token }))).toMatchObject({ name: 'Oscar Wendt' });
});

test('an answer opens one session: not again, not late, not from another site, nor with nonsense', async () => {
  const { device } = await newKeyHolder('artur');
  const shown = await show(device);
  expect([refusalOf(await signInWith(shown)), refusalOf(await signInWith(shown))]).toEqual(['done', 'passkey_unknown']);
  const late = await show(device);
  clock.advance(5 * 60);
  expect(refusalOf(await signInWith(late))).toBe('passkey_unknown');
  for (const faults of [{ origin: 'https://attacker.example' }, { isVerified: false }, { counter: 1 }]) {
    expect(refusalOf(await signInWith(await show(device, faults)))).toBe('passkey_unknown');
  }
  const { state, passkey } = await show(device);
  const nonsense = { id: passkey.id } as typeof passkey;
  expect(refusalOf(await signInWith({ state, passkey: nonsense }))).toBe('invalid');
});

test('of two answers at once to one challenge one counts', async () => {
  const { device } = await newKeyHolder('fiona');
  const { options, state } = dataOf(await api.call(askForPasskey, {}, { address: newAddress() }));
  const shown = [1, 2].map(() => ({ state, passkey: device.show(options as unknown as Asked) }));
  const said = (await Promise.all(shown.map(signInWith))).map(refusalOf);
  expect(said.toSorted()).toEqual(['done', 'passkey_unknown']);
});

test('what one was asked confirms nobody else, and what members are asked opens nothing here', async () => {
  const [sam, kira] = [await newKeyHolder('sam'), await newKeyHolder('kira')];
  const { options, state } = dataOf(await sam.person.call(askForConfirmation, {}));
  const passkey = sam.device.show(options as unknown as Asked);
  expect(refusalOf(await kira.person.call(confirmByPasskey, { state, passkey }))).toBe('passkey_unknown');
  expect(refusalOf(await signInWith({ state, passkey }))).toBe('passkey_unknown');
  expect(refusalOf(await sam.person.call(confirmByPasskey, { state, passkey }))).toBe('done');
  const ofMembers = dataOf(await api.call(askMembers, {}, { address: newAddress() }));
  const shown = { state: ofMembers.state, passkey: kira.device.show(ofMembers.options as unknown as Asked) };
  expect(refusalOf(await signInWith(shown))).toBe('passkey_unknown');
  const theirs = await add(new Authenticator(config.consoleOrigin), sam.person);
  expect(refusalOf(await kira.person.call(addPasskey, theirs))).toBe('passkey_invalid');
});

test('one that was removed opens nothing more', async () => {
  const { person, device } = await newKeyHolder('oscar');
  for (const { id } of dataOf(await person.call(listPasskeys, {})).items) await person.call(removePasskey, { id });
  expect(refusalOf(await signInWith(await show(device)))).toBe('passkey_unknown');
});
