import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { beforeEach, expect, test, vi } from 'vitest';
import { toApiRequest } from '#contracts/call.ts';
import { requestPlace } from '#contracts/places.ts';
import { afterwards } from '../../../support/afterwards.ts';
import { freePort } from '../../../support/free-port.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { cookiesSet, formOf, visit } from '../../../support/app/http.ts';
import { linkIn } from '../../../support/people/emails.ts';
import { NODE_SECRET, openTestNode } from '../../../support/world/node.ts';
import { emptyDatabase } from '../../../support/app/services.ts';
import { agreementFrom } from '../../../support/app/sign-in-over-http.ts';
import { solveBotCheck } from '../../../support/people/bot-check.ts';
import { openMailServer, readEmail } from '../../../support/world/smtp.ts';
import { publishSamples } from './samples.ts';
import { startWholeApp } from '../../../support/app/whole-app.ts';
import { server } from '../../../../scripts/server.mjs';

vi.setConfig({ testTimeout: 120_000 });

const mailServer = await openMailServer();
const node = await openTestNode();
const folder = mkdtempSync(join(tmpdir(), 'atrium-init-'));
const file = join(folder, '.env');
afterwards(() => rmSync(folder, { recursive: true }));
beforeEach(() => rmSync(file, { force: true }));

const PASSWORD = 'Seven-7-swans';

/** Runs the operator on a machine without settings. */
async function operator(...words: string[]): Promise<{ code: number | null; said: string }> {
  const child = await startWholeApp({ DEMO: '', NODE_ENV: '', PORT: '', SIMULATOR_PORT: '' }, [
    'dist/app/operator.mjs',
    ...words,
  ]);
  return { code: await child.ended, said: child.said() };
}

type Challenge = Record<string, unknown>;
type Flags = Record<string, string | true>;

/** Answers of a script; `changes` are its mistakes. */
async function init(changes: Flags = {}) {
  const flags: Flags = {
    origin: 'https://members.example.org',
    'product-name': 'Peristyle & Co',
    'database-url': await emptyDatabase(),
    'smtp-url': mailServer.url,
    'node-url': node.url,
    'node-secret': NODE_SECRET,
    username: 'top',
    email: 'top@demo.example',
    file,
    ...changes,
  };
  const words = Object.entries(flags).flatMap(([flag, value]) => [`--${flag}`, ...(value === true ? [] : [value])]);
  return operator('init', ...words);
}

async function emailTo(address: string): Promise<string> {
  const find = () => mailServer.emails.find(({ to }) => to.includes(address));
  await expect.poll(find, { timeout: 30_000 }).toBeDefined();
  return readEmail(find()!).text;
}

const OWN_BRAND = { BRAND_FILE: 'ops/brand/brand.yaml' };

test.each([
  { of: 'Atrium', brand: {}, top: 'en', second: 'en', other: undefined },
  { of: 'a brand in two languages', brand: OWN_BRAND, top: 'hindi', second: 'de', other: 'ru' },
])(
  'from an empty server to a bought place, of $of: init, start, two links, plans',
  async ({ brand, top, second, other }) => {
    mailServer.emails.length = 0;
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const begun = await init({ origin, language: top });
    expect(begun).toMatchObject({ code: 0 });
    for (const words of ['PostgreSQL', 'The mail server', 'The node', 'The clock agrees', 'GB are free', 'npm start']) {
      expect(begun.said).toContain(words);
    }
    expect(begun.said).toContain('The account top is created. The running app emails top@demo.example a link');

    const withSettings = { DEMO: '', SIMULATOR_PORT: '', PORT: String(port), WEB_PROCESSES: '1', ...brand };
    const command = async (...words: string[]) => {
      const child = await startWholeApp(withSettings, [`--env-file=${file}`, 'dist/app/operator.mjs', ...words]);
      return { code: await child.ended, said: child.said() };
    };
    await publishSamples(command);
    const app = await startWholeApp(withSettings, [`--env-file=${file}`, ...server.args]);
    try {
      expect(await app.isUp, app.said()).toBe(true);
      const post = async (path: string, fields: Record<string, string>, cookies: Record<string, string> = {}) =>
        visit(port, path, { ...formOf(fields), cookies });
      const signIn = async (language: string, login: string) =>
        cookiesSet(await post(`/${language}/auth/sign-in`, { login, password: PASSWORD, bot_check: await proof() }));
      const proof = async () =>
        solveBotCheck(
          (JSON.parse((await visit(port, '/api/auth/bot-check/')).text) as { challenge: Challenge }).challenge,
        );
      const read = async (address: string) => linkIn(await emailTo(address));

      const topLink = await read('top@demo.example');
      expect(topLink.pathname).toBe(`/${top}/auth/activate`);
      const passwords = { password: PASSWORD, password_repeat: PASSWORD };
      const token = topLink.searchParams.get('token') ?? '';
      expect((await post(`/${top}/auth/activate`, { token, ...passwords })).status).toBe(303);
      const cookies = await signIn(top, 'top');
      const me = JSON.parse((await visit(port, '/api/users/profile/', { cookies })).text) as { ref_code: string };

      const proofs = { bot_check: await proof(), agreed: await agreementFrom(port) };
      const form = { username: 'second', email: 'second@demo.example', ...passwords, ...proofs };
      expect((await post(`/${second}/auth/sign-up`, form, { ref: me.ref_code })).status).toBe(303);
      const secondLink = await read('second@demo.example');
      const activation = { token: secondLink.searchParams.get('token') ?? '' };
      expect((await post(secondLink.pathname, activation)).status).toBe(303);
      const cookiesOfSecond = await signIn(second, 'second');
      const profile = await visit(port, `/${second}/dashboard/profile`, { cookies: cookiesOfSecond });
      expect(profile.status).toBe(200);
      const team = await visit(port, '/api/team/', { cookies });
      expect(JSON.parse(team.text)).toMatchObject({ items: [{ username: 'second' }] });
      const examplePath = join(await temporaryFolder('atrium-plans'), `plans-${second}.json`);
      expect(await command('plans', 'template', examplePath)).toMatchObject({ code: 0 });
      const applied = await command('plans', 'apply', examplePath, '--why', 'opening');
      expect(applied).toMatchObject({ code: 0, said: expect.stringContaining('licenses-1 is new.') });
      node.webhooks.sendTo(`${origin}/api/webhooks/qpayments/`);
      const wanted = { platform: 'licenses', plan: 'licenses-1', at_once: true };
      const { path: requestPath, ...asked } = toApiRequest(requestPlace, wanted, 'en', { uid: randomUUID() });
      const headers = { ...asked.headers, authorization: `Bearer ${cookiesOfSecond['access_token']}` };
      const requested = await visit(port, requestPath, { method: 'POST', headers, body: String(asked.body) });
      expect(requested.status, requested.text).toBe(201);
      const { id } = JSON.parse(requested.text) as { id: string };
      await expect.poll(() => node.state.findPaymentRequest(id), { timeout: 30_000 }).toBeDefined();
      node.state.pay(id, { amount: '100.00' });
      const readBought = async () => (await visit(port, `/api/transactions/${id}/`, { cookies: cookiesOfSecond })).text;
      await expect.poll(readBought, { timeout: 30_000 }).toContain('"state":"active"');
      for (const path of ['/dev/mail', '/dev/codes', `/${top}/dev/ui`, '/api/docs', '/operator/api/docs']) {
        expect((await visit(port, path, { cookies })).status, path).not.toBe(200);
      }
      if (other) {
        for (const page of [profile.text, (await visit(port, `/${top}/legal/terms`)).text]) {
          expect(page).toContain('Nordhof');
          expect(page).not.toContain('Atrium');
        }
        expect((await visit(port, `/${other}/auth`)).headers['location']).toBe(`/${second}/auth`);
      }
    } finally {
      app.process.kill('SIGTERM');
      await app.ended;
    }
  },
);

test('what it writes is for its owner alone, has fresh secrets, and shows none of them', async () => {
  const [one, two] = [await init({ 'print-link': true }), readFileSync(file, 'utf8')];
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['.env']);
  const env = parseEnv(two);
  expect(env).toMatchObject({
    NODE_ENV: 'production',
    PRODUCT_NAME: 'Peristyle & Co',
    TIME_ZONE: 'Europe/Moscow',
    MAIL_FROM: 'Peristyle & Co <no-reply@members.example.org>',
    QPAYMENTS_SECRET: NODE_SECRET,
  });
  const secrets = ['SESSION_SECRET', 'PIN_PEPPER', 'OPERATOR_KEY'].map((name) => env[name] ?? '');
  expect(secrets.map(({ length }) => length)).toEqual([43, 43, 43]);
  for (const secret of [...secrets, NODE_SECRET]) expect(one.said).not.toContain(secret);
  expect(linkIn(one.said.split('\n').at(-2) ?? '').pathname).toBe('/en/auth/activate');

  expect(await init()).toMatchObject({ code: 1, said: expect.stringContaining('is there already. With --force') });
  expect(readFileSync(file, 'utf8')).toBe(two);
  writeFileSync(file, `${two}WITHDRAWAL_FEE=1\n`);
  const forced = await init({ force: true, 'product-name': 'Portico', 'database-url': env['DATABASE_URL'] ?? '' });
  expect(forced).toMatchObject({ code: 0, said: expect.stringContaining('0 members are there and 1 have a link') });
  const after = parseEnv(readFileSync(file, 'utf8'));
  expect(after).toEqual({ ...env, PRODUCT_NAME: 'Portico', WITHDRAWAL_FEE: '1', MAIL_FROM: env['MAIL_FROM'] });
});

test.each<[string, Flags, RegExp]>([
  ['an answer is missing', { email: '' }, /--email \(E-mail address of the first member\) is not an address/],
  ['the site would have no https', { origin: 'http://members.example.com' }, /--origin .* must begin with https:/],
  ['there is no such time zone', { 'time-zone': 'Mars/Olympus' }, /--time-zone .* is not right: is not a time zone/],
  ['the secret is too short', { 'node-secret': 'short' }, /--node-secret .* is not right/],
  ['no PostgreSQL is there', { 'database-url': 'postgresql://x:hidden@127.0.0.1:9/x' }, /✗ PostgreSQL does not answer/],
  ['no mail server is there', { 'smtp-url': 'smtp://x:hidden@127.0.0.1:9' }, /✗ The mail server 127\.0\.0\.1:9 does/],
  ['no node is there', { 'node-url': 'http://127.0.0.1:9' }, /✗ The node 127\.0\.0\.1:9 does not answer/],
  [
    'the node has another secret',
    { 'node-secret': 'another-one-of-32-signs-or-more-K7q' },
    /✗ The node .* refuses the secret/,
  ],
  [
    'the node would be asked over an open network',
    { 'node-url': 'http://node.example.com' },
    /✗ QPAYMENTS_URL must begin with https:/,
  ],
  [
    'PostgreSQL would be asked over an open network',
    { 'database-url': 'postgresql://x:hidden@db.example.com/x' },
    /✗ DATABASE_URL must end with \?sslmode=verify-full/,
  ],
  ['the node is something else', { 'node-url': `${node.url}/elsewhere/` }, /✗ /],
])('where %s it says so and writes nothing', async (_, changes, sentence) => {
  const { code, said } = await init(changes);
  expect([code, said]).toEqual([1, expect.stringMatching(sentence)]);
  expect(said).not.toContain('hidden');
  expect(readdirSync(folder)).toEqual([]);
});

test('checks can be left for later, and the member too', async () => {
  const later = await init({ 'skip-checks': true, 'database-url': 'postgresql://x@127.0.0.1:9/x' });
  expect(later).toMatchObject({ code: 1, said: expect.stringContaining('The first member could not be added') });
  expect(parseEnv(readFileSync(file, 'utf8'))).toMatchObject({ DATABASE_URL: 'postgresql://x@127.0.0.1:9/x' });
});
