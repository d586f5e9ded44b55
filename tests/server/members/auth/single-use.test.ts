import { expect, test } from 'vitest';
import { addPasskey, askToAddPasskey, removePasskey as removeStaffPasskey } from '#contracts/console/session.ts';
import { askForPasskey as askStaff, signInByPasskey as signInStaff } from '#contracts/console/session.ts';
import { askForPasskey, removePasskey, savePasskey, signInByPasskey, startPasskey } from '#contracts/passkeys.ts';
import { confirmTotp, getSecondFactor, removeTotp, signInByCode, startTotp } from '#contracts/second-factor.ts';
import { openState, sealState, spendState, STATE_KINDS } from '#server/api/sealed-state.ts';
import { dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { Authenticator } from '../../../support/people/authenticator.ts';
import { beginSignIn, codeOf, STEP_SECONDS, switchOn } from '../../../support/people/factor.ts';
import { GUEST_PASSWORD } from '../../../support/people/guests.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { openConsole } from '../../../support/people/staff.ts';
import { ownersOf } from '../settings/owner.ts';

const testServices = await createTestServices();
const { services, clock, config } = testServices;
const { api, newOwner } = ownersOf(testServices);
const staff = await openConsole(testServices);
const PROOF = { password: GUEST_PASSWORD };

type Kind = (typeof STATE_KINDS)[number];
/** Valid responses to one state. Create all before sending the first. */
type Answers = (() => Promise<string>)[];

async function memberKeys(count: number) {
  const owner = await newOwner();
  const devices = [];
  for (let made = 0; made < count; made += 1) {
    const device = new Authenticator(config.publicOrigin);
    const { options, state } = dataOf(await api.call(startPasskey, PROOF, { bearer: owner.bearer }));
    const passkey = device.create(options as never);
    dataOf(await api.call(savePasskey, { state, name: '', passkey }, { bearer: owner.bearer }));
    devices.push(device);
  }
  return { owner, devices };
}

/** For each kind of state, two valid responses to the same state. */
const TWICE: Record<Kind, () => Promise<Answers>> = {
  'sign-in': async () => {
    const { username, bearer } = await newOwner();
    const { code, codes } = await switchOn(api, testServices, bearer);
    const pending = await beginSignIn(api, username);
    return [code(), codes[0] ?? ''].map(
      (typed) => async () =>
        refusalOf(await api.call(signInByCode, { pending, code: typed }, { address: newAddress() })),
    );
  },
  totp: async () => {
    const { bearer } = await newOwner();
    const { setup, secret } = dataOf(await api.call(startTotp, {}, { bearer }));
    const confirm = async () =>
      refusalOf(await api.call(confirmTotp, { setup, ...PROOF, code: codeOf(secret, clock.now()) }, { bearer }));
    return [confirm, confirm];
  },
  'new-passkey': async () => {
    const { bearer } = await newOwner();
    const { options, state } = dataOf(await api.call(startPasskey, PROOF, { bearer }));
    return [1, 2].map(() => async () => {
      const passkey = new Authenticator(config.publicOrigin).create(options as never);
      return refusalOf(await api.call(savePasskey, { state, name: '', passkey }, { bearer }));
    });
  },
  passkey: async () => {
    const { devices } = await memberKeys(2);
    const { options, state } = dataOf(await api.call(askForPasskey, {}, { address: newAddress() }));
    return devices.map((device) => async () => {
      const shown = { state, passkey: device.show(options as never) };
      return refusalOf(await api.call(signInByPasskey, shown, { address: newAddress() }));
    });
  },
  'new-staff-passkey': async () => {
    const person = await staff.signIn('oscar');
    const { options, state } = dataOf(await person.call(askToAddPasskey, {}));
    return [1, 2].map(() => async () => {
      const passkey = new Authenticator(config.consoleOrigin).create(options as never);
      return refusalOf(await person.call(addPasskey, { state, name: 'laptop', passkey }));
    });
  },
  'staff-passkey': async () => {
    const person = await staff.signIn('fiona');
    const devices = [1, 2].map(() => new Authenticator(config.consoleOrigin));
    for (const device of devices) {
      const { options, state } = dataOf(await person.call(askToAddPasskey, {}));
      dataOf(await person.call(addPasskey, { state, name: 'laptop', passkey: device.create(options as never) }));
    }
    const { options, state } = dataOf(await api.call(askStaff, {}, { address: newAddress() }));
    return devices.map((device) => async () => {
      const shown = { state, passkey: device.show(options as never) };
      return refusalOf(await api.call(signInStaff, shown, { address: newAddress() }));
    });
  },
};

test.each(STATE_KINDS)(
  'of two right answers to one state “%s” one counts, at once and one after the other',
  async (kind) => {
    const atOnce = await TWICE[kind]();
    const said = await Promise.all(atOnce.map((send) => send()));
    expect(said.filter((one) => one === 'done')).toHaveLength(1);
    const [first, second] = await TWICE[kind]();
    expect([await first!(), await second!()].map((one) => one === 'done')).toEqual([true, false]);
  },
);

test.each(STATE_KINDS)('twenty that use a state “%s” up at once: one is the first', async (kind) => {
  const state = { memberId: 1, staffId: 1, since: 0, secret: 'x', challenge: 'x' };
  const [sealed, other] = [sealState(services, kind, state, 60), sealState(services, kind, state, 60)];
  const spend = (what: string, one = sealed) => services.transaction((tx) => spendState(tx, services, kind, one, what));
  const uses = await Promise.all(Array.from({ length: 20 }, (_, at) => spend(String(at))));
  expect(uses.filter((use) => use === 'first')).toHaveLength(1);
  expect(uses.filter((use) => use === 'spent')).toHaveLength(19);
  // Another spelling of the same bytes counts as the same state.
  for (const spelling of [`${sealed}=`, `${sealed}\n`, sealed.replaceAll('-', '+').replaceAll('_', '/')])
    if (openState(services, kind, spelling)) expect(await spend('again', spelling)).toBe('spent');
  expect(await spend('0', other)).toBe('first');
  expect(await spend('0', other)).toBe('again');
});

test('a proof doesn’t bring back what was removed since', async () => {
  const { bearer } = await newOwner();
  const { options, state } = dataOf(await api.call(startPasskey, PROOF, { bearer }));
  const made = { state, name: '', passkey: new Authenticator(config.publicOrigin).create(options as never) };
  const save = async () => refusalOf(await api.call(savePasskey, made, { bearer }));
  expect([await save(), await save()]).toEqual(['done', 'done']);
  dataOf(await api.call(removePasskey, { id: made.passkey.id, ...PROOF }, { bearer }));
  expect(await save()).toBe('passkey_invalid');

  const { setup, secret } = dataOf(await api.call(startTotp, {}, { bearer }));
  const confirm = () => api.call(confirmTotp, { setup, ...PROOF, code: codeOf(secret, clock.now()) }, { bearer });
  dataOf(await confirm());
  clock.advance(STEP_SECONDS);
  dataOf(await api.call(removeTotp, { ...PROOF, code: codeOf(secret, clock.now()) }, { bearer }));
  clock.advance(STEP_SECONDS);
  expect(refusalOf(await confirm())).toBe('setup_expired');
  expect(dataOf(await api.call(getSecondFactor, {}, { bearer })).is_on).toBe(false);
});

test('nor does a member of staff’s', async () => {
  const person = await staff.signIn('kira');
  const { options, state } = dataOf(await person.call(askToAddPasskey, {}));
  const made = { state, name: 'laptop', passkey: new Authenticator(config.consoleOrigin).create(options as never) };
  dataOf(await person.call(addPasskey, made));
  dataOf(await person.call(removeStaffPasskey, { id: made.passkey.id }));
  expect(refusalOf(await person.call(addPasskey, made))).toBe('passkey_invalid');
});
