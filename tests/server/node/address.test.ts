import { expect, test } from 'vitest';
import { readConfig } from '#server/base/config.ts';
import { nodeSecrets } from '#server/node/address.ts';
import { webhookKey } from '#server/node/contract.ts';
import { nodeAddress, webhookUrl } from '#server/node/index.ts';
import { deriveSecrets } from '#server/base/secrets.ts';
import { SESSION_SECRET } from '../../support/app/services.ts';

const secrets = deriveSecrets([SESSION_SECRET]);
const QPAYMENTS_URL = 'https://node.example';
const [first, second] = ['1'.repeat(32), '2'.repeat(40)];
const configOf = (secret: string) => readConfig({ QPAYMENTS_URL, QPAYMENTS_SECRET: secret });

test('of several secrets the first asks, and each of them is known', () => {
  const config = configOf(`${first}, ${second}`);
  expect(nodeAddress(config, secrets)).toEqual({ url: QPAYMENTS_URL, secret: first });
  expect(nodeSecrets(config, secrets)).toEqual([first, second]);
});

test('without a node it is the simulator beside the app, with a secret of its own', () => {
  const config = readConfig({ SIMULATOR_PORT: '4000' });
  const { url, secret } = nodeAddress(config, secrets);
  expect(url).toBe('http://127.0.0.1:4000');
  expect(secret.length).toBeGreaterThan(32);
  expect(nodeSecrets(config, secrets)).toEqual([secret]);
});

test('a secret is the key as it is written, or base64 behind whsec_', () => {
  const bytes = Buffer.from('twenty-four bytes, or so');
  const serialised = `whsec_${bytes.toString('base64')}`;
  expect(nodeSecrets(configOf(serialised), secrets)).toEqual([serialised]);
  expect(webhookKey(serialised)).toEqual(bytes);
  expect(webhookKey('ключ')).toEqual(Buffer.from('ключ', 'utf8'));
});

test.each([
  'short',
  `${first},short`,
  `${first},`,
  `,${first}`,
  `${first},,${second}`,
  `whsec_${'!'.repeat(40)}`,
  `whsec_${'A'.repeat(30)}`,
])('QPAYMENTS_SECRET may not be %o', (secret) => {
  expect(() => configOf(secret)).toThrow(/^The environment variable QPAYMENTS_SECRET is wrong: /);
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4321/api/webhooks/qpayments/'],
  ['0.0.0.0', 'http://127.0.0.1:4321/api/webhooks/qpayments/'],
  ['::', 'http://127.0.0.1:4321/api/webhooks/qpayments/'],
  ['::1', 'http://[::1]:4321/api/webhooks/qpayments/'],
  ['localhost', 'http://localhost:4321/api/webhooks/qpayments/'],
])('an app that listens on %s hears of payments at %s', (HOST, url) => {
  expect(webhookUrl(readConfig({ HOST }))).toBe(url);
});
