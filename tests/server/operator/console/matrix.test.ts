import { expect, test } from 'vitest';
import { consoleContracts } from '#contracts/console/index.ts';
import { contracts } from '#contracts/index.ts';
import { isAble, STAFF_ROLES } from '#domain/staff.ts';
import { STAFF } from '#server/operator/seed/staff.ts';
import { toApiRequest } from '#contracts/call.ts';
import type { Contract } from '#contracts/contract.ts';
import { inProcess } from '#server/http/calls/transport.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { openConsole } from '../../../support/people/staff.ts';

const served = await createTestServices();
const console_ = await openConsole(served);
const transport = inProcess(served.app);

/** The refusal of a caller, before the input is checked. */
async function statusOf(contract: Contract, bearer: string): Promise<{ status: number; code: string | undefined }> {
  const words = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, word = '']) => [word, '1']);
  const request = toApiRequest(contract, Object.fromEntries(words), 'en');
  request.headers['authorization'] = `Bearer ${bearer}`;
  const { status, text } = await transport(request, { address: '192.0.2.9', userAgent: '', requestId: 'test' });
  return { status, code: status < 300 ? undefined : (JSON.parse(text) as { code: string }).code };
}

const REFUSED = ['no_session', 'not_able'];

test.each(STAFF_ROLES)(
  'the role %s is refused each call that its table does not have, and none that it has',
  async (role) => {
    const person = STAFF.find((one) => one.role === role)!;
    const { token } = await console_.signIn(person.email.split('@')[0]!);
    const wrong: string[] = [];
    for (const contract of consoleContracts) {
      if (contract.caller !== 'staff' || contract.path.endsWith('/session/end/')) continue;
      const { code = 'done' } = await statusOf(contract, token);
      const should = contract.ability && !isAble(role, contract.ability) ? 'not_able' : 'else';
      const is = REFUSED.includes(code) ? code : 'else';
      if (is !== should) wrong.push(`${contract.method} ${contract.path}: ${code}`);
    }
    expect(wrong).toEqual([]);
  },
);

test('without a session, with a member’s, and with a forged one every call of the console is refused', async () => {
  const { access } = await console_.api.signIn('anna');
  const forged = [
    access,
    'x'.repeat(43),
    '',
    `${access}.x`,
    Buffer.from('{"staff":1}').toString('base64url').padEnd(43, '0'),
  ];
  const wrong: string[] = [];
  for (const contract of consoleContracts.filter(({ caller }) => caller === 'staff')) {
    for (const bearer of forged) {
      const { status, code } = await statusOf(contract, bearer);
      if (status !== 401 || code !== 'no_session') wrong.push(`${contract.path} ${status} ${code}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('the session of an owner opens no call of a member, of the operator’s programs or of the node', async () => {
  const { token } = await console_.signIn('oscar');
  const wrong: string[] = [];
  for (const contract of contracts.filter(({ caller }) => caller !== 'anyone')) {
    const { status } = await statusOf(contract, token);
    const refusals = contract.caller === 'member' ? [401] : [401, 404];
    if (!refusals.includes(status)) wrong.push(`${contract.path} ${status}`);
  }
  expect(wrong).toEqual([]);
});

test('every call of the console is for staff, but for the ways in', () => {
  const ways = consoleContracts.filter(({ caller }) => caller === 'anyone').map(({ path }) => path);
  expect(ways).toEqual([
    '/operator/api/sign-in/',
    '/operator/api/sign-in/passkey/challenge/',
    '/operator/api/sign-in/passkey/',
    '/operator/api/invitation/link/',
    '/operator/api/invitation/',
  ]);
});

/** No reason needed: calls about the own session, and drafts without effect. */
const OWN = /\/(session|passkeys|uploads|drafts)\//;
/** Only staff see a draft until it is published or applied, which needs a reason. */
const DRAFT = /\/(draft|preview|posts)\/$/;

/** Assignments are easy to undo, and an answer itself gives the reason. */
const TALK = /\/support\/\{number\}\/(assignment|answers)\/$/;
/** Moves nothing and is not asked again. */
const SETUP = /\/overview\/setup\/$/;
const SILENT = [OWN, DRAFT, TALK, SETUP];

test('every change at the console asks why', () => {
  const silent = consoleContracts.filter(
    ({ method, caller, input, path }) =>
      method === 'POST' && caller === 'staff' && !SILENT.some((one) => one.test(path)) && !('reason' in input.shape),
  );
  expect(silent.map(({ path }) => path)).toEqual([]);
});
