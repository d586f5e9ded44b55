import { sql } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { confirmReset, getBotCheck, refreshSession, requestReset, signIn } from '#contracts/auth.ts';
import { getPartner } from '#contracts/partner.ts';
import { getProfile } from '#contracts/profile.ts';
import { createApp } from '#server/http/calls/app.ts';
import { connect } from '#server/db/connect.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { apiOf, dataOf, newAddress, refusalOf } from '../../support/app/api.ts';
import { createTestServices } from '../../support/app/services.ts';
import { openLine } from '../../support/db/line.ts';

const testServices = await createTestServices();
const line = await openLine(testServices.databaseUrl);
const whole = apiOf(testServices.app);

/** The same app behind a connection that can break; each test makes every call that needs the database. */
let api: typeof whole;
let logged: string[];
let tokens: { access: string; refresh: string };

beforeEach(async () => {
  const database = connect(line.databaseUrl, 4);
  onTestFinished(() => database.close());
  logged = [];
  const log = (...entry: unknown[]) => void logged.push(JSON.stringify(entry));
  api = apiOf(createApp({ ...testServices.services, ...database, log }));
  tokens = await api.signIn('anna');
});

async function callEverything(): Promise<string[]> {
  const [bot_check, address] = [await whole.answer(), newAddress()];
  const password = 'Green-5-apples';
  const answers = await Promise.all([
    api.call(getProfile, {}, { bearer: tokens.access }),
    api.call(refreshSession, { refresh: tokens.refresh }),
    api.call(getPartner, { ref: 'anna' }, { address }),
    api.call(signIn, { login: 'anna', password: DEMO_PASSWORD, bot_check }, { address }),
    api.call(requestReset, { email: 'anna@demo.example', bot_check }, { address }),
    api.call(confirmReset, { token: 'x', password, password_repeat: password }, { address }),
  ]);
  return answers.map(refusalOf);
}

const nothingWorks = Array(6).fill('unavailable');

async function expectRecovery() {
  await expect
    .poll(async () => refusalOf(await api.call(getProfile, {}, { bearer: tokens.access })), { timeout: 20_000 })
    .toBe('done');
  expect(refusalOf(await api.call(refreshSession, { refresh: tokens.refresh }))).toBe('done');
}

test('while the database is down every call that needs it says so, and afterwards all works again', async () => {
  await line.close();
  expect(await callEverything()).toEqual(nothingWorks);
  expect(await api.call(getProfile, {}, { bearer: tokens.access })).toMatchObject({
    error: {
      status: 503,
      retryAfterSeconds: 5,
      detail: expect.stringMatching(/^The service isn’t available right now/),
    },
  });
  expect(refusalOf(await api.call(getBotCheck, {}))).toBe('done');
  await line.open();
  await expectRecovery();
});

test('what is logged meanwhile carries nobody’s password, token or address', async () => {
  await line.close();
  await callEverything();
  await line.open();
  expect(logged.length).toBeGreaterThanOrEqual(6);
  const secrets = [
    DEMO_PASSWORD,
    'Green-5-apples',
    'anna',
    'argon2',
    tokens.access,
    tokens.refresh,
    tokens.access.slice(0, 40),
  ];
  for (const secret of secrets) expect(logged.join('\n')).not.toContain(secret);
});

test('a database that is silent is given up on, and afterwards all works again', async () => {
  await callEverything();
  line.silence();
  expect(await callEverything()).toEqual(nothingWorks);
  line.speak();
  await expectRecovery();
});

test('connections ended by the database, again and again, never make it our fault', async () => {
  const codes: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    const calls = Array.from({ length: 5 }, () => api.call(getProfile, {}, { bearer: tokens.access }));
    const ending = testServices.services.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    const [answers] = await Promise.all([Promise.all(calls), ending]);
    codes.push(...answers.map(refusalOf));
  }
  expect(['done', 'unavailable']).toEqual(expect.arrayContaining(codes));
  await expectRecovery();
});

test('a line cut in the middle of refreshes loses no session', async () => {
  for (let round = 0; round < 10; round += 1) {
    const refreshing = Array.from({ length: 4 }, () => api.call(refreshSession, { refresh: tokens.refresh }));
    line.cut();
    const answers = await Promise.all(refreshing);
    expect(['done', 'unavailable']).toEqual(expect.arrayContaining(answers.map(refusalOf)));
    await expect.poll(() => api.call(refreshSession, { refresh: tokens.refresh })).toMatchObject({ success: true });
    tokens = dataOf(await api.call(refreshSession, { refresh: tokens.refresh }));
  }
  await expectRecovery();
});
