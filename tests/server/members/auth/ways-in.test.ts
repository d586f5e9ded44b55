import { expect, test } from 'vitest';
import {
  activate,
  confirmReset,
  readActivation,
  requestReset,
  resendActivation,
  signIn,
  signUp,
} from '#contracts/auth.ts';
import { askForPasskey, signInByPasskey } from '#contracts/passkeys.ts';
import { signInByCode } from '#contracts/second-factor.ts';
import { addressKey, consumeRateLimit, LIMITS, type LimitName } from '#server/api/rate-limits.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { apiOf, dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { fillSignUp } from '../../../support/people/guests.ts';
import { createTestServices } from '../../../support/app/services.ts';

const testServices = await createTestServices();
const { services } = testServices;
const api = apiOf(testServices.app);

const email = 'anna@demo.example';
const passkey = {
  id: 'AAAA',
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};

/** Every call of guests that bots would repeat, with this bot check. */
const asked = {
  'a sign-up': async (bot_check: string, address: string) =>
    api.call(signUp, { ...(await fillSignUp(api)), bot_check }, { address }),
  'a sign-in': (bot_check: string, address: string) =>
    api.call(signIn, { login: 'anna', password: DEMO_PASSWORD, bot_check }, { address }),
  'a reset': (bot_check: string, address: string) => api.call(requestReset, { email, bot_check }, { address }),
  'another link': (bot_check: string, address: string) => api.call(resendActivation, { email, bot_check }, { address }),
};

/** Calls without a bot check. */
const others = {
  'a code': (_: string, address: string) => api.call(signInByCode, { pending: 'made-up', code: '123456' }, { address }),
  'the question for a passkey': (_: string, address: string) => api.call(askForPasskey, {}, { address }),
  'a passkey': (_: string, address: string) => api.call(signInByPasskey, { state: 'made-up', passkey }, { address }),
  'a look at an activation link': (_: string, address: string) =>
    api.call(readActivation, { token: 'made-up' }, { address }),
  'an activation': (_: string, address: string) => api.call(activate, { token: 'made-up' }, { address }),
  'a new password by a link': (_: string, address: string) =>
    api.call(
      confirmReset,
      { token: 'made-up', password: 'Blue-4-horses', password_repeat: 'Blue-4-horses' },
      { address },
    ),
};

test.each(Object.entries(asked))('%s without a right bot check is refused, and one works once', async (_, ask) => {
  expect(refusalOf(await ask('made-up', newAddress()))).toBe('bot_check_failed');
  const check = await api.answer();
  expect(refusalOf(await ask(check, newAddress()))).toBe('done');
  const other = await api.call(
    requestReset,
    { email: 'nobody@demo.example', bot_check: check },
    { address: newAddress() },
  );
  expect(refusalOf(other)).toBe('bot_check_failed');
});

test('a bot check that made one account makes no second one', async () => {
  const form = await fillSignUp(api);
  dataOf(await api.call(signUp, form, { address: newAddress() }));
  dataOf(await api.call(signUp, form, { address: newAddress() }));
  for (const change of [
    { username: 'somebody-else' },
    { email: 'else@demo.example' },
    { password: 'Other-9-words', password_repeat: 'Other-9-words' },
  ]) {
    const answer = await api.call(signUp, { ...form, username: 'third-one', ...change }, { address: newAddress() });
    expect(refusalOf(answer)).toBe('bot_check_failed');
  }
});

test.each<[keyof typeof asked | keyof typeof others, LimitName]>([
  ['a sign-up', 'signUpAddress'],
  ['a sign-in', 'signInAddress'],
  ['a reset', 'linkAddress'],
  ['another link', 'linkAddress'],
  ['a code', 'signInAddress'],
  ['the question for a passkey', 'passkeyAddress'],
  ['a passkey', 'signInAddress'],
  ['a look at an activation link', 'mailedLinkAddress'],
  ['an activation', 'mailedLinkAddress'],
  ['a new password by a link', 'mailedLinkAddress'],
])('%s from an address that has used up its tries is refused', async (name, limit) => {
  const address = newAddress();
  for (let tries = 1; tries < LIMITS[limit].max; tries += 1)
    await consumeRateLimit(services, limit, addressKey(address));
  const ask = { ...asked, ...others }[name];
  expect(refusalOf(await ask(await api.answer(), address))).not.toBe('too_often');
  expect(refusalOf(await ask(await api.answer(), address))).toBe('too_often');
  expect(refusalOf(await ask(await api.answer(), newAddress()))).not.toBe('too_often');
});
