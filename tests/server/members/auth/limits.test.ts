import { expect, test, vi } from 'vitest';
import { addressKey, consumeRateLimit, resetRateLimit, LIMITS } from '#server/api/rate-limits.ts';
import { createTestServices } from '../../../support/app/services.ts';

const { services, clock } = await createTestServices();

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test('neighbours in one /64 share their tries, the next /64 does not', () => {
  expect(addressKey('2001:db8::1')).toBe(addressKey('2001:db8::ffff:ffff:ffff:ffff'));
  expect(addressKey('2001:db8::1')).not.toBe(addressKey('2001:db8:0:1::1'));
});

test('a window opens with the first try and ends for all of them together', async () => {
  const { max, windowSeconds } = LIMITS.mailAccount;
  for (let tries = 0; tries < max; tries += 1)
    expect(await consumeRateLimit(services, 'mailAccount', 'somebody')).toBeUndefined();
  clock.advance(windowSeconds - 1);
  expect(await consumeRateLimit(services, 'mailAccount', 'somebody')).toEqual({
    refused: 'too_often',
    retryAfterSeconds: 1,
  });
  clock.advance(1);
  expect(await consumeRateLimit(services, 'mailAccount', 'somebody')).toBeUndefined();
});

test('one limit knows nothing of another, nor one person of another', async () => {
  for (let tries = 0; tries < 10; tries += 1) await consumeRateLimit(services, 'signInAccount', 'one');
  expect(await consumeRateLimit(services, 'signInAccount', 'one')).toBeDefined();
  expect(await consumeRateLimit(services, 'signInAccount', 'two')).toBeUndefined();
  expect(await consumeRateLimit(services, 'signUpAddress', 'one')).toBeUndefined();
  await resetRateLimit(services, 'signInAccount', 'one');
  expect(await consumeRateLimit(services, 'signInAccount', 'one')).toBeUndefined();
});

test('of a hundred tries at once exactly as many pass as may', async () => {
  for (const round of [1, 2, 3]) {
    const tries = Array.from({ length: 100 }, () => consumeRateLimit(services, 'signInAccount', `crowd ${round}`));
    const passed = (await Promise.all(tries)).filter((refused) => refused === undefined);
    expect(passed).toHaveLength(LIMITS.signInAccount.max);
  }
});

test('an address whose tries are used up is refused without asking the database again, until its time is over', async () => {
  const { max, windowSeconds } = LIMITS.linkAddress;
  for (let tries = 0; tries <= max; tries += 1) await consumeRateLimit(services, 'linkAddress', '192.0.2.9');
  const asked = vi.spyOn(services.db, 'execute');
  clock.advance(1);
  expect(await consumeRateLimit(services, 'linkAddress', '192.0.2.9')).toEqual({
    refused: 'too_often',
    retryAfterSeconds: windowSeconds - 1,
  });
  expect(asked).not.toHaveBeenCalled();
  clock.advance(windowSeconds);
  expect(await consumeRateLimit(services, 'linkAddress', '192.0.2.9')).toBeUndefined();
  expect(asked).toHaveBeenCalledOnce();
  asked.mockRestore();
});

test('a network of IPv6 that is refused takes no tries from its neighbours in the /48', async () => {
  const { max } = LIMITS.questionAddress;
  const from = (network: number) =>
    consumeRateLimit(services, 'questionAddress', addressKey(`2001:db8:9:${network.toString(16)}::1`));
  for (let tries = 0; tries < max * 20; tries += 1) await from(0);
  expect(await from(0)).toBeDefined();
  for (let network = 1; network <= max * 9; network += 1) expect(await from(network)).toBeUndefined();
  expect(await from(max * 9 + 1)).toBeDefined();
  expect(await consumeRateLimit(services, 'questionAddress', addressKey('2001:db8:a::1'))).toBeUndefined();
});
