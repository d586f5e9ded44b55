import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { systemClock } from '#server/base/clock.ts';
import { connect } from '#server/db/connect.ts';
import { members, staff } from '#server/db/schema/index.ts';
import { seedEmptyDemo } from '#server/operator/seed/index.ts';
import { seedLegal } from '#server/operator/seed/legal.ts';
import { afterwards } from '../../support/afterwards.ts';
import { visit } from '../../support/app/http.ts';
import { freshDatabase } from '../../support/app/services.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startWholeApp } from '../../support/app/whole-app.ts';

vi.setConfig({ testTimeout: 90_000 });

const secret = () => randomBytes(32).toString('base64');
const PRODUCTION = {
  DEMO: 'false',
  DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
  PUBLIC_ORIGIN: 'https://atrium.example',
  SESSION_SECRET: secret(),
  PIN_PEPPER: secret(),
  SMTP_URL: 'smtp://127.0.0.1:9',
  QPAYMENTS_URL: 'http://127.0.0.1:9',
  QPAYMENTS_SECRET: secret(),
  WEB_PROCESSES: '1',
};
const SAME = secret();
const folder = await temporaryFolder('atrium-production');
afterwards(() => rm(folder, { recursive: true }));
const inFile = (name: string, content: string) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

test.each([
  [{ PUBLIC_ORIGIN: '' }, 'PUBLIC_ORIGIN must be set in production.'],
  [
    { PUBLIC_ORIGIN: 'http://atrium.example' },
    'PUBLIC_ORIGIN must begin with https:// in production, because passwords over plain http are read on the way; only http://localhost may do without.',
  ],
  [
    { SESSION_SECRET: 'x'.repeat(32) },
    'SESSION_SECRET is too weak for production: it repeats itself. Make one with: openssl rand -base64 32',
  ],
  [
    { SESSION_SECRET: 'aaaabbbbccccddddaaaabbbbccccddddabcd' },
    'SESSION_SECRET is too weak for production: it has fewer than 8 different characters. Make one with: openssl rand -base64 32',
  ],
  [
    { PIN_PEPPER: 'please-changeme-before-production-1' },
    'PIN_PEPPER is too weak for production: it has a word of examples in it, such as “changeme”. Make one with: openssl rand -base64 32',
  ],
  [{ OPERATOR_KEY: 'too-short' }, 'The environment variable OPERATOR_KEY is wrong: it is shorter than 32 characters.'],
  [
    { SESSION_SECRET: SAME, PIN_PEPPER: SAME },
    'SESSION_SECRET and PIN_PEPPER must not be the same in production: whoever learns one would have both.',
  ],
  [{ OPERATOR_KEY: `${SAME},${SAME}` }, 'OPERATOR_KEY holds the same secret twice; each must be another one.'],
  [
    { PIN_PEPPER: `v1:${secret()},v1:${secret()}` },
    'PIN_PEPPER and PIN_PEPPER_RETIRED must give each pepper a number of its own (v2:…,v1:…), and one must be in use.',
  ],
  [
    { SESSION_SECRET_FILE: inFile('both', SAME) },
    'SESSION_SECRET and SESSION_SECRET_FILE are both set; set only one of them.',
  ],
  [
    { SMTP_URL: '', SMTP_URL_FILE: join(folder, 'nothing') },
    'The file that SMTP_URL_FILE names can’t be read (ENOENT).',
  ],
  [{ PIN_PEPPER: '', PIN_PEPPER_FILE: inFile('empty', '\n') }, 'The file that PIN_PEPPER_FILE names is empty.'],
])('the operator reads one sentence and nothing listens (%#)', async (env, sentence) => {
  const app = await startWholeApp({ ...PRODUCTION, ...env });
  expect([await app.ended, app.said()]).toEqual([1, `${sentence}\n`]);
  await expect(visit(app.port, '/healthz')).rejects.toThrow();
  for (const value of Object.values(env).flatMap((set) => set.split(','))) {
    if (value.length >= 32 && !value.startsWith('/') && !value.startsWith('http'))
      expect(app.said()).not.toContain(value);
  }
});

test('an empty database needs legal documents and gets no account of anybody; one with the people of the demo is refused', async () => {
  const DATABASE_URL = await freshDatabase();
  const env = { ...PRODUCTION, DATABASE_URL, PUBLIC_ORIGIN: 'http://localhost' };
  const database = connect(DATABASE_URL, 1);
  const without = await startWholeApp(env);
  expect([await without.ended, without.said()]).toEqual([
    1,
    'Legal documents must be published in production: terms, privacy, company. Use: legal publish FILE (docs/first-members.md).\n',
  ]);
  await database.transaction((tx) => seedLegal(tx, { clock: systemClock }));
  const empty = await startWholeApp(env);
  expect(await empty.isUp, empty.said()).toBe(true);
  empty.process.kill('SIGTERM');
  expect(await empty.ended).toBe(0);

  expect([await database.db.$count(members), await database.db.$count(staff)]).toEqual([0, 0]);
  await seedEmptyDemo({ ...database, clock: systemClock });
  await database.close();
  const app = await startWholeApp(env);
  expect([await app.ended, app.said()]).toEqual([
    1,
    'This database holds the people of the demo, who share one known password; production needs a database of its own: set DATABASE_URL to it, or DATA_DIR to an empty folder.\n',
  ]);
  await expect(visit(app.port, '/healthz')).rejects.toThrow();
});
