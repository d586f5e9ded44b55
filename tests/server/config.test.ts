import { expect, test } from 'vitest';
import { ConfigRefusal, readConfig, SETTINGS } from '#server/config.ts';

const SECRET = 'x'.repeat(32);
const PRODUCTION = {
  NODE_ENV: 'production',
  SESSION_SECRET: SECRET,
  PUBLIC_ORIGIN: 'https://atrium.example',
  SMTP_URL: 'smtp://mail.example',
  PIN_PEPPER: SECRET,
  QPAYMENTS_URL: 'https://node.example',
  QPAYMENTS_SECRET: SECRET,
};

test('the demo needs nothing, and e-mails and links are of the place it listens at', () => {
  expect(readConfig({ PORT: '8080' })).toMatchObject({
    isProduction: false,
    port: 8080,
    publicOrigin: 'http://localhost:8080',
    mailFrom: 'Atrium <no-reply@localhost>',
    qpaymentsSecrets: undefined,
    withdrawals: { minimumMicros: 10_000_000n, feeMicros: 0n },
  });
});

test('what is set to nothing is not set', () => {
  const nothing = Object.fromEntries(SETTINGS.map(({ name }) => [name, '']));
  expect(readConfig(nothing)).toEqual(readConfig({}));
});

test('production starts with all that it requires', () => {
  expect(readConfig(PRODUCTION)).toMatchObject({ isProduction: true, qpaymentsSecrets: [SECRET] });
});

test.each(Object.keys(PRODUCTION).filter((name) => name !== 'NODE_ENV'))('and not without %s', (name) => {
  expect(() => readConfig({ ...PRODUCTION, [name]: undefined })).toThrow(ConfigRefusal);
  expect(() => readConfig({ ...PRODUCTION, [name]: undefined })).toThrow(name);
  expect(SETTINGS.find((setting) => setting.name === name)?.about).toContain('required');
});

test('where pages come from another Atrium, production needs no e-mails and no payments', () => {
  const { SESSION_SECRET, PUBLIC_ORIGIN, NODE_ENV } = PRODUCTION;
  const env = { SESSION_SECRET, PUBLIC_ORIGIN, NODE_ENV, API_URL: 'https://api.example' };
  expect(readConfig(env).apiUrl).toBe('https://api.example');
});

test('an address of the database is one, and not a list of servers', () => {
  const two = 'postgresql://atrium@one.example:5432,two.example:5432/atrium';
  for (const name of ['DATABASE_URL', 'DATABASE_REPLICA_URL']) {
    expect(() => readConfig({ ...PRODUCTION, [name]: two })).toThrow(`${name} is wrong: names several hosts`);
  }
});

test('a fee may not take the whole of the smallest withdrawal', () => {
  expect(() => readConfig({ WITHDRAWAL_FEE: '10' })).toThrow('WITHDRAWAL_FEE must be below WITHDRAWAL_MINIMUM');
  expect(readConfig({ WITHDRAWAL_FEE: '9.99' }).withdrawals.feeMicros).toBe(9_990_000n);
});

test.each([
  { PORT: '65536' },
  { MAX_CONNECTIONS: '0' },
  { MAX_IN_FLIGHT: 'many' },
  { EXPLORER_URL: 'https://explorer.example/' },
  { QCHAIN_NODE_ID_PATTERN: '(' },
])('%j is refused by its name', (env) => {
  const [name = ''] = Object.keys(env);
  expect(() => readConfig(env)).toThrow(new RegExp(`^The environment variable ${name} is wrong: .+\\.$`));
});
