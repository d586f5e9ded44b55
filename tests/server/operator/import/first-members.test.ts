import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { freePort } from '../../../support/free-port.ts';
import { emptyDatabase } from '../../../support/app/services.ts';
import { cookiesSet, formOf, visit } from '../../../support/app/http.ts';
import { linkIn } from '../../../support/people/emails.ts';
import { hashOfCost } from '../../../support/app/hash-of-cost.ts';
import { agreementFrom, answerFrom } from '../../../support/app/sign-in-over-http.ts';
import { openMailServer, readEmail } from '../../../support/world/smtp.ts';
import { startWholeApp } from '../../../support/app/whole-app.ts';
import { ask } from '../commands/keeping.ts';
import { publishSamples } from '../commands/samples.ts';

vi.setConfig({ testTimeout: 90_000 });

const mailServer = await openMailServer();
const port = await freePort();
/** The settings that docs/first-members.md asks for. */
const env = {
  DEMO: 'false',
  PORT: String(port),
  PUBLIC_ORIGIN: `http://localhost:${port}`,
  DATABASE_URL: await emptyDatabase(),
  SESSION_SECRET: randomBytes(32).toString('base64'),
  PIN_PEPPER: randomBytes(32).toString('base64'),
  SMTP_URL: mailServer.url,
  QPAYMENTS_URL: 'http://127.0.0.1:9',
  QPAYMENTS_SECRET: randomBytes(32).toString('base64'),
};
const PASSWORD = 'Seven-7-swans';

async function operator(...words: string[]): Promise<{ code: number | null; said: string }> {
  const command = await startWholeApp(env, ['dist/app/operator.mjs', ...words]);
  return { code: await command.ended, said: command.said() };
}

async function postForm(path: string, fields: Record<string, string>, cookies: Record<string, string> = {}) {
  return visit(port, path, { ...formOf(fields), cookies });
}

async function signIn(login: string): Promise<Record<string, string>> {
  const bot_check = await answerFrom(port);
  return cookiesSet(await postForm('/en/auth/sign-in', { login, password: PASSWORD, bot_check }));
}

async function emailTo(address: string): Promise<string> {
  const find = () => mailServer.emails.find(({ to }) => to.includes(address));
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  return readEmail(find()!).text;
}

test('an empty production database gets its first member by a command, and the second by their link', async () => {
  const why = ['--why', 'the first member'];
  const add = [
    'members',
    'add',
    '--username',
    'Top',
    '--email',
    'top@demo.example',
    '--language',
    'en',
    '--print-link',
  ];
  const added = await operator(...add, ...why);
  expect(added).toMatchObject({ code: 0, said: expect.stringContaining('The account top is created.') });
  const link = linkIn(added.said);
  expect(await operator(...add, ...why)).toMatchObject({ code: 1, said: 'The username “top” is taken.\n' });

  await publishSamples(operator);
  const app = await startWholeApp(env);
  try {
    expect(await app.isUp, app.said()).toBe(true);
    expect((await visit(port, '/de/legal/company')).text).toContain('Example Ltd');
    const token = link.searchParams.get('token') ?? '';
    const page = await visit(port, link.pathname + link.search);
    expect(page.text).toContain('Set a password for your account top');
    const passwords = (password: string) => ({ token, password, password_repeat: password });
    expect((await postForm('/en/auth/activate', passwords('short'))).status).toBe(422);
    expect((await postForm('/en/auth/activate', { token })).status).toBe(422);
    expect((await postForm('/en/auth/activate', passwords(PASSWORD))).status).toBe(303);
    const top = await signIn('top');
    expect((await visit(port, '/en/dashboard/team', { cookies: top })).status).toBe(200);
    const me = JSON.parse((await visit(port, '/api/users/profile/', { cookies: top })).text) as { ref_code: string };

    const form = { username: 'second', email: 'second@demo.example', password: PASSWORD, password_repeat: PASSWORD };
    const [bot_check, agreed] = [await answerFrom(port), await agreementFrom(port)];
    const sent = await postForm('/en/auth/sign-up', { ...form, bot_check, agreed }, { ref: me.ref_code });
    expect([sent.status, sent.text.includes('faults')]).toEqual([303, false]);
    const mail = await emailTo('second@demo.example');
    expect(mail).toContain('as second, invited by top.');
    const second = linkIn(mail).searchParams.get('token') ?? '';
    expect((await postForm('/en/auth/activate', { token: second })).status).toBe(303);
    expect((await visit(port, '/en/dashboard/profile', { cookies: await signIn('second') })).status).toBe(200);
    const team = await visit(port, '/api/team/', { cookies: top });
    expect(JSON.parse(team.text)).toMatchObject({ items: [{ username: 'second' }] });
    const kept = await ask<{ hash: string }>(env.DATABASE_URL, 'select password_hash as hash from members');
    expect(kept).toHaveLength(2);
    for (const { hash } of kept) expect(hash).toMatch(hashOfCost({ memory: 19_456, passes: 2 }));
  } finally {
    app.process.kill('SIGTERM');
    await app.ended;
  }
});
