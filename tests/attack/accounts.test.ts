import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { LIMITS } from '#server/api/rate-limits.ts';
import { signUps } from '#server/db/schema/index.ts';
import { newAddress } from '../support/app/api.ts';
import { type HttpAnswer, jsonOf } from '../support/app/http.ts';
import { brokenInvariants } from '../support/db/invariants.ts';
import { giveLink } from '../support/people/links.ts';
import { answerFrom } from '../support/app/sign-in-over-http.ts';
import { openTarget } from '../support/app/target.ts';

const target = await openTarget();
const { port, services } = target;

type Fields = Record<string, unknown>;

/** Sends a form with a valid bot check, as a program does. */
async function post(call: string, fields: Fields, address = newAddress()): Promise<HttpAnswer> {
  const body = { ...fields, bot_check: await answerFrom(port) };
  return target.send({ ...jsonOf(body), path: `/api/auth/${call}/` }, { address });
}

const codeOf = ({ status, text }: HttpAnswer) => (status < 300 ? 'done' : JSON.parse(text).code);

/** The response without parts that differ each time. */
function told({ status, headers, text, cookies }: HttpAnswer, ...own: string[]): unknown {
  const { date: _, 'x-request-id': __, ...rest } = headers;
  const plain = own.reduce((left, word) => left.replaceAll(word, '·'), text);
  // A sealed value is another one each time, but of the same length.
  const set = cookies.map((cookie) =>
    cookie.replace(/^(sign_up=)([\w-]+)/, (_all, name, value) => name + value.length),
  );
  return { status, headers: { ...rest, 'content-length': undefined, 'set-cookie': set }, text: plain, cookies: set };
}

const PASSWORD = 'Blue-4-horses';
let guests = 0;
const form = (changes: Fields = {}): Fields => {
  guests += 1;
  const name = `attacker-${guests}`;
  return {
    username: name,
    email: `${name}@demo.example`,
    password: PASSWORD,
    password_repeat: PASSWORD,
    ref: 'anna',
    agreed: '18',
    ...changes,
  };
};

describe('nobody learns who is a member', () => {
  test.each<[string, string, (login: string) => Fields, string, string]>([
    ['a sign-in by name', 'sign-in', (login) => ({ login, password: 'Wrong-1-password' }), 'ivan', 'nobody'],
    [
      'a sign-in by e-mail',
      'sign-in',
      (login) => ({ login, password: 'Wrong-1-password' }),
      'ivan@demo.example',
      'nobody@demo.example',
    ],
    ['a sign-in of who waits', 'sign-in', (login) => ({ login, password: 'Wrong-1-password' }), 'lena', 'nobody-2'],
    ['a new password', 'reset', (email) => ({ email }), 'ivan@demo.example', 'nobody@demo.example'],
    ['another link', 'activation/resend', (email) => ({ email }), 'lena@demo.example', 'nobody@demo.example'],
    [
      'another link for a member',
      'activation/resend',
      (email) => ({ email }),
      'anna@demo.example',
      'nobody@demo.example',
    ],
    ['a sign-up', 'sign-up', (email) => form({ email }), 'ivan@demo.example', 'nobody-3@demo.example'],
    ['a sign-up of who waits', 'sign-up', (email) => form({ email }), 'lena@demo.example', 'nobody-4@demo.example'],
  ])('by %s', async (_, call, fields, known, unknown) => {
    const [one, other] = [await post(call, fields(known)), await post(call, fields(unknown))];
    expect(codeOf(one)).toBe(call === 'sign-in' ? 'wrong_credentials' : 'done');
    expect(told(one, known)).toEqual(told(other, unknown));
  });

  test('by the door of staff', async () => {
    const ask = async (email: string) =>
      target.send({
        ...jsonOf({ email, password: 'Wrong-1-password', code: '123456', bot_check: await answerFrom(port) }),
        path: '/operator/api/sign-in/',
      });
    const answers = [await ask('oscar@demo.example'), await ask('nobody@demo.example'), await ask('anna@demo.example')];
    for (const answer of answers) expect(codeOf(answer)).toBe('staff_credentials');
    const [first, ...others] = answers.map((answer) => told(answer));
    for (const other of others) expect(other).toEqual(first);
  });

  test('by a link that is used up, out of date or nobody’s', async () => {
    const tokens = [
      await giveLink(target, 'ivan', 'reset', 'used'),
      await giveLink(target, 'ivan', 'reset', 'expired'),
      await giveLink(target, 'ivan', 'email'),
      'x'.repeat(43),
    ];
    const passwords = { password: PASSWORD, password_repeat: PASSWORD };
    const answers = await Promise.all(
      tokens.map((token) => target.send({ ...jsonOf({ token, ...passwords }), path: '/api/auth/reset/confirm/' })),
    );
    for (const answer of answers) expect(codeOf(answer)).toBe('reset_link_invalid');
    expect(new Set(answers.map((answer) => JSON.stringify(told(answer)))).size).toBe(1);
  });

  test('by the code of a second factor for a sign-in that was never begun', async () => {
    const ask = (pending: string) =>
      target.send({ ...jsonOf({ pending, code: '123456' }), path: '/api/auth/sign-in/code/' });
    const [one, other] = [await ask('x'.repeat(80)), await ask('y.z')];
    expect(codeOf(one)).toBe('sign_in_expired');
    expect(told(one)).toEqual(told(other));
  });
});

describe('nobody gets more tries', () => {
  test.each<[string, (turn: number) => string]>([
    ['by letters of another size', (turn) => (turn % 2 ? 'MARIE@demo.example' : 'marie@DEMO.example')],
    ['by space around it', (turn) => `${' '.repeat(turn)}marie@demo.example\t`],
    ['by wide letters', (turn) => (turn % 2 ? 'ｍarie@demo.example' : 'mａrie@demo.example')],
    ['by name and e-mail in turn', (turn) => (turn % 2 ? 'marie' : 'marie@demo.example')],
  ])('at a password %s, from as many addresses', async (_, login) => {
    await target.forgetTries();
    const codes: string[] = [];
    for (let turn = 0; turn < 11; turn += 1) {
      codes.push(codeOf(await post('sign-in', { login: login(turn), password: 'Wrong-1-password' })));
    }
    expect(codes).toEqual([...Array(10).fill('wrong_credentials'), 'too_often']);
  });

  test('at a password by sending thirty at once', async () => {
    await target.forgetTries();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => post('sign-in', { login: 'jonas', password: 'Wrong-1-password' })),
    );
    const codes = answers.map(codeOf);
    expect(codes.filter((code) => code === 'wrong_credentials').length).toBeLessThanOrEqual(10);
    expect(new Set(codes)).toEqual(new Set(['wrong_credentials', 'too_often']));
    await target.forgetTries();
  });

  test('by more addresses of one network of IPv6, however they are written', async () => {
    const form_ = { login: 'nobody-5', password: 'Wrong-1-password', bot_check: 'no~answer.x' };
    const from = (address: string) => target.send({ ...jsonOf(form_), path: '/api/auth/sign-in/' }, { address });
    const written = (turn: number) =>
      [
        `2001:db8:77::${turn.toString(16)}`,
        `[2001:DB8:77:0:${turn.toString(16)}::1]:443`,
        `2001:0db8:0077::${turn}%eth0`,
      ][turn % 3]!;
    for (let turn = 1; turn <= LIMITS.questionAddress.max; turn += 1)
      expect((await from(written(turn))).status).toBe(422);
    expect((await from('2001:db8:77::ffff:1')).status).toBe(429);
    expect((await from('198.51.100.1, 2001:db8:77::2')).status).toBe(429);
    expect((await from('2001:db8:78::1')).status).toBe(422);
  });

  test('by a bot check that was used, of another form, or none', async () => {
    const [used, elsewhere] = [await answerFrom(port), await answerFrom(port)];
    const send = (call: string, fields: Fields) =>
      target.send({ ...jsonOf(fields), path: `/api/auth/${call}/` }).then(codeOf);
    const [anna, wrong] = [
      { login: 'anna', password: DEMO_PASSWORD },
      { login: 'root', password: 'Wrong-1-password' },
    ];
    expect(await send('sign-in', { ...wrong, bot_check: used })).toBe('wrong_credentials');
    expect(await send('sign-in', { ...wrong, password: 'Wrong-2-password', bot_check: used })).toBe('bot_check_failed');
    expect(await send('sign-in', { ...anna, bot_check: used })).toBe('bot_check_failed');
    expect(await send('reset', { email: 'anna@demo.example', bot_check: elsewhere })).toBe('done');
    expect(await send('sign-in', { ...anna, bot_check: elsewhere })).toBe('bot_check_failed');
    expect(await send('sign-in', anna)).toBe('invalid');
    expect(await send('sign-in', { ...anna, bot_check: '' })).toBe('invalid');
    expect(await send('sign-in', { ...anna, bot_check: await answerFrom(port) })).toBe('done');
  });
});

describe('a name or an address', () => {
  test.each([
    ['ANNA', 'username'],
    [' anna ', 'username'],
    ['ａnna', 'username'],
    ['аnna', 'username'],
    ['anna\u200b', 'username'],
    ['an\u00adna', 'username'],
    ['admin', 'username'],
    ['Support-24', 'username'],
    ['a.d.m.i.n', 'username'],
    ['atrium_team', 'username'],
    ['supportive', undefined],
    ['a b c', 'username'],
    ['../anna', 'username'],
    ['anna@demo.example', 'username'],
    ["anna'--", 'username'],
    ['totals', 'username'],
    ['growth', 'username'],
    ['\u202eanna', 'username'],
    ['ﬀa', 'username'],
  ])('like %o passes for nobody else’s', async (username, field) => {
    const answer = await post('sign-up', form({ username }));
    if (field) {
      expect(answer.status).toBe(422);
      expect(Object.keys(JSON.parse(answer.text).fields)).toEqual([field]);
    } else {
      expect(answer.status).toBe(201);
    }
    const kept = await services.db.select().from(signUps).where(eq(signUps.username, 'anna'));
    expect(kept).toEqual([]);
  });

  test.each<[string, 'email' | undefined]>([
    ['x@demo.example\r\nBcc: y@demo.example', 'email'],
    ['x@demo.example, y@demo.example', 'email'],
    ['"x y"@demo.example', 'email'],
    ['x@demo.example?bcc=y@demo.example', 'email'],
    ['x@[127.0.0.1]', 'email'],
    ['x@localhost', 'email'],
    ['<x@demo.example>', 'email'],
    ['x@demo.example\0', 'email'],
    ['x@@demo.example', 'email'],
    ['x@demo..example', 'email'],
    ['.x@demo.example', 'email'],
    [`${'x'.repeat(65)}@demo.example`, 'email'],
  ])('%o brings an e-mail to one mailbox at most', async (email, field) => {
    const answer = await post('sign-up', form({ email }));
    expect(answer.status).toBe(field ? 422 : 201);
    if (field) expect(Object.keys(JSON.parse(answer.text).fields)).toEqual([field]);
    const kept = await services.db.select().from(signUps);
    for (const row of kept) expect(row.email ?? '').toMatch(/^[^\s,;<>\0]+$/);
  });

  test('cannot be taken by naming more than was asked', async () => {
    for (const more of [
      { id: 1 },
      { role: 'owner' },
      { active: true },
      { inviter_id: 1 },
      { career_status: 'director' },
    ]) {
      const answer = await post('sign-up', { ...form(), ...more });
      expect(answer.status, JSON.stringify(more)).toBe(422);
      expect(Object.keys(JSON.parse(answer.text).fields)).toEqual(Object.keys(more));
    }
  });
});

test('and after all of it the ledger is sound', async () => {
  expect(await brokenInvariants(services.db)).toEqual([]);
});
