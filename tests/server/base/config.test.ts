import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConfigRefusal, readConfig } from '#server/base/config.ts';
import { SETTINGS } from '#server/base/config-settings.ts';

const randomSecret = () => randomBytes(32).toString('base64');
const PRODUCTION = {
  NODE_ENV: 'production',
  SESSION_SECRET: randomSecret(),
  PUBLIC_ORIGIN: 'https://atrium.example',
  SMTP_URL: 'smtp://mail.example',
  PIN_PEPPER: randomSecret(),
  QPAYMENTS_URL: 'https://node.example',
  QPAYMENTS_SECRET: randomSecret(),
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

test('cookies have a prefix where the site is https, unless the operator wants none', () => {
  const https = { PUBLIC_ORIGIN: 'https://atrium.example' };
  expect(readConfig({}).hasCookiePrefix).toBe(false);
  expect(readConfig(https).hasCookiePrefix).toBe(true);
  expect(readConfig({ ...https, COOKIE_PREFIX: 'false' }).hasCookiePrefix).toBe(false);
  expect(() => readConfig({ COOKIE_PREFIX: 'true' })).toThrow('COOKIE_PREFIX=true needs a PUBLIC_ORIGIN');
});

test('where holes are reported is a list of addresses', () => {
  const contactsOf = (text: string) => readConfig({ SECURITY_CONTACT: text }).securityContacts;
  expect(contactsOf('security@atrium.example, https://atrium.example/security, tel:+1-201-555-0123')).toEqual([
    'mailto:security@atrium.example',
    'https://atrium.example/security',
    'tel:+1-201-555-0123',
  ]);
  for (const wrong of [
    'somebody',
    'http://atrium.example',
    'https://a b',
    'mailto:a@b.example,,',
    'mailto:x\nContact: y',
  ])
    expect(() => contactsOf(wrong)).toThrow('SECURITY_CONTACT is wrong');
});

test('reserve addresses have a name each', () => {
  const reservesOf = (text: string) => readConfig({ SEAL_RESERVES: text }).seals.reserves;
  expect(reservesOf('TRON = TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC, Bitcoin=bc1qw508d6qejxtdg4y5r3zarvary0c5xw7k')).toEqual(
    [
      { name: 'TRON', address: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC' },
      { name: 'Bitcoin', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7k' },
    ],
  );
  expect(reservesOf('')).toBeUndefined();
  for (const wrong of [
    'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
    'TRON=',
    'TRON=short',
    'a=b c d e f g h i',
    'TRON=TJRyWwFs9w,',
  ])
    expect(() => reservesOf(wrong)).toThrow('SEAL_RESERVES is wrong');
});

describe('the webhook of staff', () => {
  const STAFF_WEBHOOK_SECRET = `whsec_${randomBytes(32).toString('base64')}`;
  const STAFF_WEBHOOK_URL = 'https://hooks.example/atrium?token=x';
  const env = { STAFF_WEBHOOK_URL, STAFF_WEBHOOK_SECRET };

  test('is signed by one secret or by several, and goes over https, or within the own network', () => {
    expect(readConfig({ ...PRODUCTION, ...env }).alerts.webhookSecrets).toEqual([STAFF_WEBHOOK_SECRET]);
    const two = `${STAFF_WEBHOOK_SECRET},whsec_${randomBytes(32).toString('base64')}`;
    expect(readConfig({ ...PRODUCTION, ...env, STAFF_WEBHOOK_SECRET: two }).alerts.webhookSecrets).toHaveLength(2);
    expect(readConfig({ ...PRODUCTION, ...env, STAFF_WEBHOOK_URL: 'http://10.0.0.7/' }).isProduction).toBe(true);
  });

  test.each([
    ['STAFF_WEBHOOK_SECRET', undefined],
    ['STAFF_WEBHOOK_URL', undefined],
    ['STAFF_WEBHOOK_URL', 'http://hooks.example'],
    ['STAFF_WEBHOOK_URL', 'https://me:secret@hooks.example'],
    ['STAFF_WEBHOOK_SECRET', randomBytes(32).toString('base64')],
    ['STAFF_WEBHOOK_SECRET', 'whsec_c2hvcnQ='],
    ['STAFF_WEBHOOK_SECRET', `whsec_${'x'.repeat(40)}`],
  ])('and not with %s as %s', (name, value) => {
    expect(() => readConfig({ ...PRODUCTION, ...env, [name]: value })).toThrow(ConfigRefusal);
    expect(() => readConfig({ ...PRODUCTION, ...env, [name]: value })).toThrow(name);
  });
});

test('what is set to nothing is not set', () => {
  const nothing = Object.fromEntries(SETTINGS.map(({ name }) => [name, '']));
  expect(readConfig(nothing)).toEqual(readConfig({}));
});

test('production starts with all that it requires', () => {
  expect(readConfig(PRODUCTION)).toMatchObject({ isProduction: true, qpaymentsSecrets: [PRODUCTION.QPAYMENTS_SECRET] });
});

test.each(Object.keys(PRODUCTION).filter((name) => name !== 'NODE_ENV'))('and not without %s', (name) => {
  expect(() => readConfig({ ...PRODUCTION, [name]: undefined })).toThrow(ConfigRefusal);
  expect(() => readConfig({ ...PRODUCTION, [name]: undefined })).toThrow(name);
  expect(SETTINGS.find((setting) => setting.name === name)?.required).toBeTruthy();
});

test('where pages come from another Atrium, production needs no secrets, no e-mails and no payments', () => {
  const { PUBLIC_ORIGIN, NODE_ENV } = PRODUCTION;
  const env = { PUBLIC_ORIGIN, NODE_ENV, API_URL: 'https://api.example' };
  expect(readConfig(env).apiUrl).toBe('https://api.example');
});

test('an address of the database is one, and not a list of servers', () => {
  const two = 'postgresql://atrium@one.example:5432,two.example:5432/atrium';
  for (const name of ['DATABASE_URL', 'DATABASE_REPLICA_URL']) {
    expect(() => readConfig({ ...PRODUCTION, [name]: two })).toThrow(`${name} is wrong: it names several hosts`);
  }
});

test.each([
  ['QPAYMENTS_URL', 'http://node.example', 'https://node.example'],
  ['QPAYMENTS_URL', 'http://8.8.8.8:4000', 'http://10.0.0.8:4000'],
  ['QPAYMENTS_URL', 'http://0.0.0.0:4000', 'http://[::1]:4000'],
  ['QPAYMENTS_URL', 'http://node.internal.example', 'http://node.internal'],
  ['API_URL', 'http://api.example', 'http://api:4321'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://traces.example:4318', 'http://collector:4318'],
  ['DATABASE_URL', 'postgresql://a@db.example/atrium', 'postgresql://a@db.example/atrium?sslmode=verify-full'],
  ['DATABASE_URL', 'postgresql://a@db.example/atrium?sslmode=no-verify', 'postgresql://a@postgres/atrium'],
  ['DATABASE_URL', 'postgresql://a@x/atrium?host=8.8.8.8', 'postgresql://a@localhost/atrium?host=/run/postgresql'],
  ['DATABASE_REPLICA_URL', 'postgresql://a@[2a00::1]/atrium', 'postgresql://a@[fd00::1]/atrium'],
])('in production %s does not leave the own network unencrypted: not %s, but %s', (name, open, closed) => {
  expect(() => readConfig({ ...PRODUCTION, [name]: open })).toThrow(new RegExp(`^${name} must (begin|end) with`));
  expect(readConfig({ ...PRODUCTION, [name]: closed }).isProduction).toBe(true);
  expect(readConfig({ ...PRODUCTION, DEMO: 'true', [name]: open }).isProduction).toBe(false);
});

test('a guess of a password or a PIN costs what OWASP asks for, and less in tests alone', () => {
  const costs = { password: { memory: 19_456, passes: 2 }, pin: { memory: 7_168, passes: 5 }, botCheckRounds: 5_000 };
  expect(readConfig({}).hashCosts).toEqual(costs);
  expect(readConfig(PRODUCTION).hashCosts).toEqual(costs);
  expect(readConfig({ QUICK_HASHES: 'true' }).hashCosts.password.memory).toBeLessThan(100);
  expect(() => readConfig({ ...PRODUCTION, QUICK_HASHES: 'true' })).toThrow('QUICK_HASHES=true is for tests');
});

test('a fee may not take the whole of the smallest withdrawal', () => {
  expect(() => readConfig({ WITHDRAWAL_FEE: '10' })).toThrow('WITHDRAWAL_FEE must be below WITHDRAWAL_MINIMUM');
  expect(readConfig({ WITHDRAWAL_FEE: '9.99' }).withdrawals.feeMicros).toBe(9_990_000n);
});

/** Settings that accept any text. */
const ANY_TEXT = ['NODE_ENV', 'HOST', 'PRODUCT_NAME', 'DATA_DIR', 'PG_DUMP', 'PG_RESTORE', 'METRICS_HOST'];
const LIBRARY_WORDS = /invalid|expected|received|too (small|big)/i;

describe.each(SETTINGS.filter(({ name }) => !ANY_TEXT.includes(name)))('a wrong $name', ({ name, isSecret }) => {
  const refusalOf = (value: string) => {
    try {
      readConfig({ [name]: value });
    } catch (error) {
      return (error as Error).message;
    }
    return undefined;
  };

  test('is refused in our words, by its name', () => {
    const shown = isSecret ? 'it' : '“\\(¬”';
    expect(refusalOf('(¬')).toMatch(new RegExp(`^The environment variable ${name} is wrong: ${shown} .+\\.$`));
    for (const wrong of [
      '(¬',
      '-1',
      '1.5',
      '1e3',
      '0x10',
      '65536000000',
      'yes',
      'ftp://x',
      'https://',
      'a@b',
      'v0:x',
    ]) {
      const refusal = refusalOf(wrong) ?? '';
      expect(refusal, wrong).not.toMatch(LIBRARY_WORDS);
      if (isSecret) expect(refusal).not.toContain(`“${wrong}”`);
    }
  });
});

test('the language of the machine is that of its locale, where we have it', () => {
  const languageOf = (env: Record<string, string>) => readConfig(env).machineLanguage;
  expect(languageOf({})).toBe('ru');
  expect(languageOf({ LANG: 'de_DE.UTF-8' })).toBe('de');
  expect(languageOf({ LANG: 'en_US.UTF-8', LC_ALL: 'ta_IN' })).toBe('tamil');
  expect(languageOf({ LANG: 'hi-IN', LC_MESSAGES: 'fr@euro' })).toBe('fr');
  for (const other of ['C', 'C.UTF-8', 'POSIX', 'sv_SE', '']) expect(languageOf({ LANG: other })).toBe('ru');
});

test('the documentation of the API is off in production unless it is asked for', () => {
  expect(readConfig({}).hasApiDocs).toBe(true);
  expect(readConfig(PRODUCTION).hasApiDocs).toBe(false);
  expect(readConfig({ ...PRODUCTION, API_DOCS: 'true' }).hasApiDocs).toBe(true);
});

describe('secrets in files', () => {
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'atrium-secrets-'));
    onTestFinished(() => rmSync(made, { recursive: true }));
    return made;
  };
  const fileOf = (content: string) => {
    const file = join(folder(), 'secret');
    writeFileSync(file, content);
    return file;
  };

  const SECRET_NAMES = SETTINGS.filter(({ isSecret }) => isSecret).map(({ name }) => name);

  test('are those of every variable that is secret', () => {
    expect(SECRET_NAMES).toEqual([
      'DATABASE_URL',
      'DATABASE_REPLICA_URL',
      'SESSION_SECRET',
      'PIN_PEPPER',
      'PIN_PEPPER_RETIRED',
      'OPERATOR_KEY',
      'SMTP_URL',
      'QPAYMENTS_SECRET',
      'STAFF_WEBHOOK_SECRET',
    ]);
  });

  test.each(['\n', '\r\n', ''])('are read without the line end %j', (end) => {
    const { SESSION_SECRET, SMTP_URL, ...rest } = PRODUCTION;
    const env = {
      ...rest,
      SESSION_SECRET_FILE: fileOf(SESSION_SECRET + end),
      SMTP_URL_FILE: fileOf(SMTP_URL + end),
      DATABASE_URL_FILE: fileOf(`postgresql://db/atrium${end}`),
    };
    expect(readConfig(env)).toMatchObject({
      sessionSecrets: [SESSION_SECRET],
      smtpUrl: SMTP_URL,
      databaseUrl: 'postgresql://db/atrium',
    });
  });

  test.each(SECRET_NAMES)('%s is refused beside its file, and where its file can’t be read', (name) => {
    const secret = randomSecret();
    const refusalOf = (env: NodeJS.ProcessEnv) => {
      try {
        return String(readConfig(env));
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigRefusal);
        return (error as Error).message;
      }
    };
    const both = refusalOf({ [name]: secret, [`${name}_FILE`]: fileOf(secret) });
    expect(both).toBe(`${name} and ${name}_FILE are both set; set only one of them.`);
    const nowhere = join(folder(), 'nothing');
    const lost = refusalOf({ [`${name}_FILE`]: nowhere });
    expect(lost).toBe(`The file that ${name}_FILE names can’t be read (ENOENT).`);
    mkdirSync(nowhere);
    expect(refusalOf({ [`${name}_FILE`]: nowhere })).toContain('can’t be read (EISDIR)');
    expect(refusalOf({ [`${name}_FILE`]: fileOf('\n') })).toBe(`The file that ${name}_FILE names is empty.`);
    const large = refusalOf({ [`${name}_FILE`]: fileOf(secret.repeat(2_000)) });
    expect(large).toBe(`The file that ${name}_FILE names is too large.`);
  });

  test('a wrong one is told without its content', () => {
    expect(() => readConfig({ SESSION_SECRET_FILE: fileOf('too-short') })).toThrow(
      /^The environment variable SESSION_SECRET is wrong: it is shorter than 32 characters\.$/,
    );
  });
});

describe('several secrets of one purpose', () => {
  const [first, second] = [randomSecret(), randomSecret()];

  test('stand in the order in which they are used', () => {
    const env = { SESSION_SECRET: `${first}, ${second}`, OPERATOR_KEY: `${second},${first}`, PIN_PEPPER: first };
    expect(readConfig(env)).toMatchObject({ sessionSecrets: [first, second], operatorKeys: [second, first] });
  });

  test('a pepper by itself is version 1, commas and all', () => {
    const peppers = (PIN_PEPPER: string) => readConfig({ PIN_PEPPER }).pinPeppers;
    expect(peppers(first)).toEqual([{ version: 1, secret: first }]);
    expect(peppers(`${first},${second}`)).toEqual([{ version: 1, secret: `${first},${second}` }]);
    const listed = [
      { version: 2, secret: second },
      { version: 1, secret: first },
    ];
    expect(peppers(`v2:${second},v1:${first}`)).toEqual(listed);
    expect(peppers(`v2:${second}, v1:${first}`)).toEqual(listed);
  });

  test.each([
    [{ PIN_PEPPER: `v2:${second},${first},v1:short` }, /^The environment variable PIN_PEPPER is wrong: /],
    [{ PIN_PEPPER: `v0:${first}` }, /^The environment variable PIN_PEPPER is wrong: /],
    [{ PIN_PEPPER: `v99999:${first}` }, /^The environment variable PIN_PEPPER is wrong: /],
    [{ PIN_PEPPER: `v1:${second},v1:${first}` }, /^PIN_PEPPER and PIN_PEPPER_RETIRED must give each pepper a number/],
    [{ PIN_PEPPER: second, PIN_PEPPER_RETIRED: first }, /must give each pepper a number of its own/],
    [{ PIN_PEPPER_RETIRED: `v1:${first}` }, /and one must be in use\.$/],
    [{ SESSION_SECRET: `${first},short` }, /^The environment variable SESSION_SECRET is wrong: it is shorter/],
    [{ SESSION_SECRET: `${first},` }, /^The environment variable SESSION_SECRET is wrong: it is shorter/],
    [{ SESSION_SECRET: `${first},${second}` }, /^SESSION_SECRET may hold several only where PIN_PEPPER is set/],
  ])('%# is refused', (env, sentence) => expect(() => readConfig(env)).toThrow(sentence));
});

describe('production refuses', () => {
  const refusal = (env: NodeJS.ProcessEnv) => {
    const [name = ''] = Object.keys(env);
    expect(() => readConfig({ ...PRODUCTION, ...env })).toThrow(ConfigRefusal);
    expect(() => readConfig({ ...PRODUCTION, ...env })).toThrow(name);
    expect(() => readConfig({ ...PRODUCTION, DEMO: 'true', ...env })).not.toThrow();
  };

  test.each([
    ['SESSION_SECRET', 'x'.repeat(40)],
    ['PIN_PEPPER', 'abcdefg1'.repeat(4)],
    ['OPERATOR_KEY', '12'.repeat(20)],
    ['SESSION_SECRET', 'changeme-changeme-please-changeme!'],
    ['QPAYMENTS_SECRET', 'Correct-Horse-Battery-Password-2026'],
    ['SESSION_SECRET', '32 or more random characters of mine'],
    ['PIN_PEPPER', 'my-very-own-secret-for-this-machine'],
    ['OPERATOR_KEY', `${randomSecret()},aaaabbbbccccddddaaaabbbbccccddddabcd`],
    ['PIN_PEPPER', `v2:${'x'.repeat(32)},v1:${randomSecret()}`],
  ])('a weak %s', (name, value) => refusal({ [name]: value }));

  test.each([
    ['DATABASE_URL', 'postgresql://postgres:postgres@localhost/atrium'],
    ['DATABASE_URL', 'postgresql://atrium:Password1!@localhost/atrium'],
    ['DATABASE_URL', 'postgresql://k7:k7@localhost/atrium'],
    ['DATABASE_URL', 'postgresql://k%37:%6b7@localhost/atrium'],
    ['DATABASE_URL', 'postgresql://localhost/atrium?user=a&password=postgres'],
    ['DATABASE_REPLICA_URL', 'postgresql://postgres:123456@localhost/atrium'],
    ['SMTP_URL', 'smtps://admin:admin@mail.example'],
    ['SMTP_URL', 'smtps://no-reply:changeme@mail.example'],
  ])('a password that everybody tries first in %s: %s', (name, value) => {
    refusal({ [name]: value });
    const { password } = new URL(value);
    expect(() => readConfig({ ...PRODUCTION, [name]: value })).toThrow(new RegExp(`^[^:]{0,120}: openssl[^:]*$`));
    if (password.length > 6) expect(() => readConfig({ ...PRODUCTION, [name]: value })).not.toThrow(password);
  });

  test.each([
    ['DATABASE_URL', 'postgresql://postgres@localhost/atrium'],
    ['DATABASE_URL', 'postgresql://atrium:5f1c0d7be2a94e5f@localhost/atrium'],
    ['DATABASE_URL', 'postgresql://atrium:admins-walk-slowly-home@localhost/atrium'],
    ['SMTP_URL', 'smtps://no-reply:K7q-mail-smtp@mail.example'],
  ])('but not another, or none, in %s: %s', (name, value) => {
    expect(readConfig({ ...PRODUCTION, [name]: value }).isProduction).toBe(true);
  });

  test('but not a weak pepper that was in use before a better one', () => {
    const [first, second] = ['x'.repeat(32), randomSecret()];
    const env = { PIN_PEPPER: `v2:${second},v1:${first}` };
    expect(readConfig({ ...PRODUCTION, ...env }).isProduction).toBe(true);
    const retired = { PIN_PEPPER: `v2:${second}`, PIN_PEPPER_RETIRED: `v1:${first}` };
    expect(readConfig({ ...PRODUCTION, ...retired }).isProduction).toBe(true);
  });

  test('equal secrets for two purposes, and one twice for the same', () => {
    const one = randomSecret();
    refusal({ SESSION_SECRET: one, PIN_PEPPER: one });
    refusal({ OPERATOR_KEY: one, QPAYMENTS_SECRET: `${randomSecret()},${one}` });
    refusal({ PIN_PEPPER: `v2:${one}`, PIN_PEPPER_RETIRED: `v1:${one}` });
    refusal({ SESSION_SECRET: `${one},${one}` });
  });

  test.each(['http://atrium.example', 'http://10.0.0.1:8080', 'http://localhost.example'])(
    'the origin %s',
    (PUBLIC_ORIGIN) => refusal({ PUBLIC_ORIGIN }),
  );

  test.each(['http://localhost:4000', 'http://127.0.0.1', 'http://[::1]:4000', 'https://atrium.example'])(
    'but not %s',
    (PUBLIC_ORIGIN) => expect(readConfig({ ...PRODUCTION, PUBLIC_ORIGIN }).isProduction).toBe(true),
  );

  test('random secrets of every common kind are strong enough', () => {
    for (let round = 0; round < 500; round += 1) {
      const [one, other, third] = [randomBytes(16).toString('hex'), randomSecret(), randomBytes(24).toString('base64')];
      const env = { SESSION_SECRET: one, PIN_PEPPER: other, QPAYMENTS_SECRET: `whsec_${third}` };
      expect(readConfig({ ...PRODUCTION, ...env }).isProduction).toBe(true);
    }
  });
});
