import { hostname } from 'node:os';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { activate, readActivation } from '#contracts/auth.ts';
import { getBalance, getWithdrawal, requestWithdrawal } from '#contracts/finance.ts';
import { getPartner } from '#contracts/partner.ts';
import { getProfile } from '#contracts/profile.ts';
import { members } from '#server/db/schema/index.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { apiOf, dataOf } from '../../../support/app/api.ts';
import { auditLogOf } from '../../../support/db/audit.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { emailsTo, tokenIn } from '../../../support/people/emails.ts';
import { giveMoney, moneyCall, signInWithPin, WALLET, DEMO_PIN } from '../../../support/people/money.ts';

const opened = await createTestServices();
const { services, app } = opened;
const api = apiOf(app);
const order = (...argv: string[]) => runCommand(services, argv, 'olga');
const log = () => auditLogOf(services);
const member = async (username: string) => {
  const [found] = await services.db.select().from(members).where(eq(members.username, username));
  return found;
};

describe('members list', () => {
  test('says who there is, a page at a time', async () => {
    const first = await order('members', 'list', '--limit', '3');
    expect(first).toMatchObject({
      data: { items: [{ username: 'anna' }, { username: 'ivan' }, { username: 'jonas' }] },
    });
    const { next } = (first as { data: { next: string } }).data;
    expect(first).toMatchObject({ words: expect.stringMatching(new RegExp(`\nMore: --after ${next}$`)) });
    const second = await order('members', 'list', '--limit', '3', '--after', next);
    expect(second).toMatchObject({ data: { items: [{ username: 'marie', state: 'open' }, {}, {}] } });
  });

  test.each(['members', 'withdrawals', 'transactions', 'posts', 'support', 'log'])(
    '%s list takes no limit that is none, and says so',
    async (area) => {
      for (const limit of ['0', '201', '999', 'abc', '', '1.5'])
        expect(await order(area, 'list', '--limit', limit)).toEqual({
          refused: `“${limit}” is no limit: give a number from 1 to 200.`,
        });
      expect(await order(area, 'list', '--limit', '200')).toHaveProperty('words');
    },
  );

  test('takes a search as it is written', async () => {
    expect(await order('members', 'list', '--search', 'РЯНИН')).toMatchObject({
      data: { items: [{ username: 'anna' }] },
    });
    expect(await order('members', 'list', '--search', '%')).toMatchObject({ data: { items: [] } });
  });
});

describe('members status', () => {
  test('gives a career status and keeps who did it and why', async () => {
    const done = await order('members', 'status', 'Marie', 'gold_director', '--why', 'autumn results', '--by', 'pavel');
    expect(done).toMatchObject({ data: { username: 'marie', before: 'none', career_status: 'gold_director' } });
    expect(await member('marie')).toMatchObject({ careerStatus: 'gold_director' });
    expect((await log())[0]).toMatchObject({
      actor: 'operator:pavel',
      action: 'members status',
      reason: 'autumn results',
    });
  });

  test.each([
    [['members', 'status', 'marie', 'emperor', '--why', 'x'], /no career status “emperor”/],
    [['members', 'status', 'nobody', 'director', '--why', 'x'], /no member “nobody”/],
    [['members', 'status', 'ivan', 'none'], /Give a reason with --why/],
    [['members', 'status', 'ivan', 'none', '--why', ' '], /Give a reason with --why/],
    [['members', 'promote', 'ivan'], /no command “members promote ivan”/],
    [['members', 'list', '--sort', 'x'], /sort/],
  ])('%j is refused and leaves no trace', async (argv, sentence) => {
    const before = await log();
    expect(await order(...argv)).toEqual({ refused: expect.stringMatching(sentence) });
    expect(await log()).toEqual(before);
  });
});

describe('members add', () => {
  const add = (username: string, email: string, ...rest: string[]) =>
    order('members', 'add', '--username', username, '--email', email, ...rest, '--why', 'asked for it');

  test('mails a link that asks for a password, and makes a member of the team it was told', async () => {
    const added = await add(
      'Nora',
      'NORA@demo.example',
      '--inviter',
      'ivan',
      '--name',
      'Nora Lund',
      '--language',
      'en',
    );
    expect(added).toMatchObject({ data: { username: 'nora', email: 'nora@demo.example' } });
    expect(await member('nora')).toBeUndefined();
    const token = tokenIn((await emailsTo(opened, 'nora@demo.example'))[0]);
    expect(dataOf(await api.call(readActivation, { token }))).toEqual({
      username: 'nora',
      inviter: 'ivan',
      asks_password: true,
    });
    expect(await api.call(activate, { token })).toMatchObject({
      error: { fields: { password: [expect.any(String)] } },
    });
    const password = 'Nora-7-swans';
    for (const [first, second] of [
      ['qwerty123!', 'qwerty123!'],
      [password, 'another-7'],
    ] as const) {
      expect(await api.call(activate, { token, password: first, password_repeat: second })).toMatchObject({
        error: { code: 'invalid' },
      });
    }
    dataOf(await api.call(activate, { token, password, password_repeat: password }));
    expect(await member('nora')).toMatchObject({ name: 'Nora Lund', inviterId: (await member('ivan'))?.id });
    const { access } = await api.signIn('nora', password);
    expect(await api.call(getProfile, {}, { bearer: access })).toMatchObject({
      data: { joined_by: { ref_code: 'ivan', via: 'operator' } },
    });
  });

  test('prints a link once, and the log never has it', async () => {
    const added = await add('olaf', 'olaf@demo.example', '--print-link');
    const secret = 'secret' in added ? (added.secret ?? '') : '';
    expect(secret).toMatch(/\/ru\/auth\/activate\?token=[\w-]{43}$/);
    expect(JSON.stringify((await log())[0])).not.toContain(secret.slice(-43));
    expect((await log())[0]).toMatchObject({ action: 'members add', subject: 'member:olaf', reason: 'asked for it' });
  });

  test.each([
    [['x', 'x@demo.example'], /3 to 32 Latin letters/],
    [['petra', 'petra'], /--email like/],
    [['petra', 'anna@demo.example'], /already belongs to anna/],
    [['ANNA', 'petra@demo.example'], /“anna” is taken/],
    [['lena', 'petra@demo.example'], /“lena” is taken/],
    [['petra', 'petra@demo.example', '--inviter', 'lena'], /no member “lena”/],
    [['petra', 'petra@demo.example', '--language', 'xx'], /no language “xx”/],
  ] as const)('%j is refused', async ([username, email, ...rest], sentence) => {
    expect(await add(username, email, ...rest)).toEqual({ refused: expect.stringMatching(sentence) });
  });
});

describe('members block', () => {
  test('ends the sessions at once, closes the door and the link, and can be undone', async () => {
    const { access } = await api.signIn('jonas');
    const me = () => api.call(getProfile, {}, { bearer: access });
    const card = () => api.call(getPartner, { ref: 'jonas' });
    expect(await me()).toMatchObject({ success: true });

    expect(await order('members', 'block', 'jonas', '--why', 'asked us to')).toMatchObject({ data: { blocked: true } });
    expect(await me()).toMatchObject({ error: { code: 'no_session' } });
    expect(await card()).toMatchObject({ error: { code: 'not_found' } });
    await expect(api.signIn('jonas')).rejects.toThrow('member_blocked');
    expect(await order('members', 'block', 'jonas', '--why', 'again')).toEqual({
      refused: 'jonas is already blocked.',
    });

    expect(await order('members', 'unblock', 'jonas', '--why', 'a mistake')).toMatchObject({
      data: { blocked: false },
    });
    expect(await me()).toMatchObject({ error: { code: 'no_session' } });
    expect(await card()).toMatchObject({ success: true });
    await expect(api.signIn('jonas')).resolves.toHaveProperty('access');
  });
});

describe('withdrawals', () => {
  /** Ivan requests more than is approved automatically. */
  const ask = async (amount = '150.00') => {
    await giveMoney(services, 'ivan', 400_000_000n);
    bearer ??= await signInWithPin(api, 'ivan');
    const asked = { destination: WALLET, amount, pin: DEMO_PIN };
    return dataOf(await moneyCall(api, requestWithdrawal, asked, { bearer }));
  };
  let bearer: string | undefined;
  const seen = async (id: string) => dataOf(await api.call(getWithdrawal, { id }, { bearer: bearer ?? '' }));

  test('can be approved once, by somebody whose name the member is not told', async () => {
    const { id } = await ask();
    const done = await order('withdrawals', 'approve', id, '--why', 'known wallet');
    expect(done).toMatchObject({ data: { id, before: 'requested', state: 'approved', amount: '150.00' } });
    expect(await seen(id)).toMatchObject({
      state: 'approved',
      steps: [{ actor: 'member' }, { state: 'approved', actor: 'operator' }],
    });
    expect((await log())[0]).toMatchObject({
      ...{ actor: 'operator:olga', action: 'withdrawals approve', subject: `withdrawal:${id}` },
      ...{ before: { state: 'requested' }, after: { state: 'approved' }, address: hostname() },
      reason: 'known wallet',
    });
    const before = await log();
    expect(await order('withdrawals', 'approve', id, '--why', 'again')).toEqual({
      refused: `The withdrawal ${id} is approved and can’t be approved any more.`,
    });
    expect(await log()).toEqual(before);
  });

  test('are rejected with the money back and a reason that the member reads', async () => {
    const { id } = await ask('200.00');
    const before = dataOf(await api.call(getBalance, {}, { bearer: bearer ?? '' }));
    expect(await order('withdrawals', 'reject', id, '--why', '   ')).toEqual({
      refused: expect.stringMatching(/Give a reason with --why/),
    });
    expect(await order('withdrawals', 'reject', id, '--why', 'x'.repeat(501))).toHaveProperty('refused');
    const done = await order('withdrawals', 'reject', id, '--why', 'The wallet belongs to somebody else.');
    expect(done).toMatchObject({ data: { state: 'rejected' } });
    expect(await seen(id)).toMatchObject({ state: 'rejected', reason: 'The wallet belongs to somebody else.' });
    const after = dataOf(await api.call(getBalance, {}, { bearer: bearer ?? '' }));
    expect(Number(after.available) - Number(before.available)).toBe(200);
    expect(await order('withdrawals', 'approve', id, '--why', 'after all')).toHaveProperty('refused');
  });

  test('are decided one way when two decide at once', async () => {
    const { id } = await ask();
    const both = await Promise.all([
      order('withdrawals', 'reject', id, '--why', 'no'),
      order('withdrawals', 'reject', id, '--why', 'no'),
    ]);
    expect(both.filter((outcome) => 'refused' in outcome)).toHaveLength(1);
  });

  test('are listed, those that have waited longest first, a page at a time', async () => {
    const ids = [(await ask('120.00')).id, (await ask('130.00')).id];
    const items: { id: string }[] = [];
    for (let next: string | null | undefined; next !== null;) {
      const page = await order(
        'withdrawals',
        'list',
        '--state',
        'requested',
        '--limit',
        '1',
        ...(next ? ['--after', next] : []),
      );
      const data = ('data' in page ? page.data : {}) as { items: { id: string }[]; next: string | null };
      items.push(...data.items);
      next = data.next;
    }
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    expect(items.at(0)).toMatchObject({ username: 'ivan', state: 'requested', destination: WALLET });
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  });

  test.each([
    [['list', '--state', 'lost'], /no state “lost”/],
    [['list', '--after', 'x'], /not a cursor/],
    [['approve', 'x', '--why', 'x'], /no withdrawal “x”/],
    [['reject', '00000000-0000-4000-8000-000000000000', '--why', 'x'], /no withdrawal/],
    [['approve', '00000000-0000-4000-8000-000000000000'], /Give a reason with --why/],
  ])('%j is refused', async (words, sentence) => {
    expect(await order('withdrawals', ...words)).toEqual({ refused: expect.stringMatching(sentence) });
  });
});

describe('members clear-pin', () => {
  test('lets a member set another PIN, and withdrawals rest', async () => {
    const access = await signInWithPin(api, 'marie');
    await giveMoney(services, 'marie', 50_000_000n);
    expect(await order('members', 'clear-pin', 'marie', '--why', 'showed her passport')).toMatchObject({
      data: { username: 'marie', pin_set: false },
    });
    await signInWithPin(api, 'marie', '7391');
    const balance = dataOf(await api.call(getBalance, {}, { bearer: access }));
    expect(balance.withdrawal).toMatchObject({ can_request: false, reason: { code: 'paused_pin' } });
    expect((await log())[0]).toMatchObject({ action: 'members clear-pin', reason: 'showed her passport' });
  });

  test('is refused where there is none', async () => {
    expect(await order('members', 'clear-pin', 'root', '--why', 'x')).toEqual({ refused: 'root has no PIN.' });
    expect(await order('members', 'clear-pin', 'nobody', '--why', 'x')).toHaveProperty('refused');
  });
});

test('ledger verify says that all is right, how fast it was, and the last seal', async () => {
  await giveMoney(services, 'root', 1n);
  const verified = await order('ledger', 'verify');
  expect(verified).toMatchObject({
    words: expect.stringMatching(
      /^The ledger is intact\.\n.* rows a second\.\nThe audit log ends with entry \d+: [0-9a-f]{64}\nThe last seal is 1: [0-9a-f]{64}$/,
    ),
    data: { right: true, counts: {}, findings: [] },
  });
  const seal = (verified as { data: { last_seal: { hash: string } } }).data.last_seal.hash;
  expect(await order('ledger', 'verify', '--seal', seal.toUpperCase())).toMatchObject({
    words: expect.stringContaining('The seal that you kept is number 1'),
  });
  const foreign = 'f'.repeat(64);
  expect(await order('ledger', 'verify', '--seal', foreign)).toMatchObject({
    wrong: expect.stringContaining(`The seal ${foreign} is not in the chain`),
  });
  for (const mistyped of ['ff', 'zz', '', seal.slice(1)])
    expect(await order('ledger', 'verify', '--seal', mistyped)).toEqual({
      refused: expect.stringContaining('is no seal'),
    });
});

test('places verify says that all is right', async () => {
  expect(await order('places', 'verify')).toMatchObject({
    words: expect.stringMatching(/^All places are where the rule puts them\.\n\d+ plans, \d+ places, \d+ events in /),
    data: { right: true, counts: {}, findings: [] },
  });
});

test('help names every command with its use', async () => {
  const help = await order('help');
  expect(help).toMatchObject({ words: expect.stringContaining('members block USERNAME --why TEXT') });
});
