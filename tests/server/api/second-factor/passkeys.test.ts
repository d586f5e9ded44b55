import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type CreatedPasskey,
  type Passkey,
  passkeyCreation,
  passkeyRequest,
  type ShownPasskey,
  verifyPasskeyCreation,
  verifyPasskeyRequest,
} from '#server/api/second-factor/passkeys.ts';
import { Authenticator } from '../../../support/people/authenticator.ts';

const [origin, rpId] = ['https://atrium.example', 'atrium.example'];
const account = { rpId, rpName: 'Atrium', userId: randomBytes(16), userName: 'anna' };
let device: Authenticator;
let passkey: Passkey;

async function create() {
  return passkeyCreation({ ...account, exclude: [] });
}

async function made(response: CreatedPasskey, challenge: string) {
  return verifyPasskeyCreation({ response, challenge, origin, rpId });
}

async function shown(response: ShownPasskey, challenge: string, kept = passkey) {
  return verifyPasskeyRequest({ response, challenge, origin, rpId, passkey: kept });
}

beforeEach(async () => {
  device = new Authenticator(origin);
  const options = await create();
  const kept = await made(device.create(options), options.challenge);
  if (!kept) throw new Error('The passkey was not taken.');
  passkey = kept;
});

describe('making a passkey', () => {
  test('it stays on the device, which asks for a finger or a PIN, and excludes those that are there', async () => {
    const options = await passkeyCreation({ ...account, exclude: [passkey] });
    expect(options).toMatchObject({
      rp: { id: rpId, name: 'Atrium' },
      user: { id: account.userId.toString('base64url'), name: 'anna' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [{ id: passkey.id, transports: ['internal'] }],
    });
    expect((await create()).challenge).not.toBe(options.challenge);
  });

  test('it signs by EdDSA, ES256 or RS256, the strongest first, and by nothing else', async () => {
    const { pubKeyCredParams } = await create();
    expect(pubKeyCredParams).toEqual([-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })));
  });

  test('what is kept is a public key with its counter', () => {
    expect(passkey).toEqual({
      id: expect.stringMatching(/^[\w-]{43}$/),
      publicKey: expect.any(Buffer),
      counter: 1,
      transports: ['internal'],
    });
  });

  test.each([
    ['another site', { origin: 'https://atrium.example.attacker.example' }],
    ['another scheme', { origin: 'http://atrium.example' }],
    ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['nobody who touched the device', { isPresent: false }],
    ['no finger and no PIN', { isVerified: false }],
  ])('one made with %s is refused', async (_what, faults) => {
    const options = await create();
    expect(await made(device.create(options, faults), options.challenge)).toBeUndefined();
  });

  test('one made for another domain is refused', async () => {
    const options = await create();
    const elsewhere = { ...options, rp: { id: 'attacker.example' } };
    expect(await made(device.create(elsewhere), options.challenge)).toBeUndefined();
  });

  test('what is no passkey at all is refused', async () => {
    const { challenge, ...options } = await create();
    const { id, response } = device.create({ challenge, ...options });
    for (const attestationObject of ['', 'AAAA', '=', randomBytes(200).toString('base64url')]) {
      expect(await made({ id, response: { ...response, attestationObject } }, challenge)).toBeUndefined();
    }
    for (const clientDataJSON of ['', 'AAAA', Buffer.from('null').toString('base64url')]) {
      expect(await made({ id, response: { ...response, clientDataJSON } }, challenge)).toBeUndefined();
    }
  });
});

describe('showing a passkey', () => {
  test('any of the site is asked for, or certain ones', async () => {
    expect(await passkeyRequest({ rpId })).toMatchObject({ rpId, userVerification: 'required' });
    expect(await passkeyRequest({ rpId, allow: [passkey] })).toMatchObject({ allowCredentials: [{ id: passkey.id }] });
  });

  test('it is right, and its counter grows', async () => {
    const options = await passkeyRequest({ rpId });
    expect(await shown(device.show(options), options.challenge)).toBe(2);
    expect(await shown(device.show(options), options.challenge, { ...passkey, counter: 2 })).toBe(3);
  });

  test('a device that does not count is right every time', async () => {
    const options = await passkeyRequest({ rpId });
    const uncounted = { ...passkey, counter: 0 };
    expect(await shown(device.show(options, { counter: 0 }), options.challenge, uncounted)).toBe(0);
  });

  test.each([
    ['another site', { origin: 'https://attacker.example' }],
    ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['nobody who touched the device', { isPresent: false }],
    ['no finger and no PIN', { isVerified: false }],
    ['a counter that stands still', { counter: 1 }],
    ['a counter that goes back', { counter: 0 }],
  ])('one shown with %s is refused', async (_what, faults) => {
    const options = await passkeyRequest({ rpId });
    expect(await shown(device.show(options, faults), options.challenge)).toBeUndefined();
  });

  test('one shown to another domain is refused', async () => {
    const options = await passkeyRequest({ rpId });
    const elsewhere = device.show({ ...options, rpId: 'attacker.example' });
    expect(await shown(elsewhere, options.challenge)).toBeUndefined();
  });

  test('another passkey is refused, even under the name of this one', async () => {
    const other = new Authenticator(origin);
    other.create(await create());
    const options = await passkeyRequest({ rpId });
    const response = other.show(options);
    expect(await shown(response, options.challenge)).toBeUndefined();
    expect(await shown({ ...response, id: passkey.id }, options.challenge)).toBeUndefined();
  });

  test('an altered signature is refused', async () => {
    const options = await passkeyRequest({ rpId });
    const { id, response } = device.show(options);
    for (const signature of ['', 'AAAA', response.signature.slice(4), randomBytes(70).toString('base64url')]) {
      expect(await shown({ id, response: { ...response, signature } }, options.challenge)).toBeUndefined();
    }
  });
});
