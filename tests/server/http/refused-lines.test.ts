import { expect, test } from 'vitest';
import { signIn } from '#contracts/auth.ts';
import { postAccruals } from '#contracts/accruals.ts';
import { nodeEvent } from '#contracts/transactions.ts';
import { createApp } from '#server/http/calls/app.ts';
import type { Log } from '#server/base/log.ts';
import { apiOf, newAddress, refusalOf } from '../../support/app/api.ts';
import { visit } from '../../support/app/http.ts';
import { openFrontOf } from '../../support/app/handler.ts';
import { postJson, rawCall } from '../../support/app/raw-call.ts';
import { createTestServices } from '../../support/app/services.ts';
import { jsonAnswer, playedTransport } from '../../support/app/transport.ts';

const lines: Parameters<Log>[] = [];
const { services } = await createTestServices({ log: (...line) => lines.push(line) });
const app = createApp({
  ...services,
  config: { ...services.config, operatorKeys: ['the key of the operator, kept by nobody'] },
});
const api = apiOf(app);

/** Refusals logged since the last call. */
function told(): unknown[] {
  return lines.splice(0).filter(([, event]) => event === 'refused');
}

test('a wrong key of an operator stands in the log, and the key does not', async () => {
  const init = { method: 'POST', body: '{}', headers: { authorization: 'Bearer a-guessed-key' } };
  expect((await rawCall(app, postAccruals.path, init)).status).toBe(401);
  expect(told()).toEqual([['warn', 'refused', { code: 'no_session', call: postAccruals.path }]]);
});

test('a webhook that the node has not signed stands in the log', async () => {
  expect((await postJson(app, nodeEvent.path, '{"a":"secret"}')).status).toBe(401);
  expect(told()).toEqual([['warn', 'refused', { code: 'signature_invalid', call: nodeEvent.path }]]);
});

test('a sign-in under a name that nobody has stands in the log without the name, and so does the end of patience', async () => {
  const guess = async () => {
    const form = { login: 'nobody-here', password: 'Guess-1-word', bot_check: await api.answer() };
    return refusalOf(await api.call(signIn, form, { address: newAddress() }));
  };
  expect(await guess()).toBe('wrong_credentials');
  expect(told()).toEqual([['warn', 'refused', { code: 'wrong_credentials', call: signIn.path }]]);
  for (let tries = 0; tries < 50 && (await guess()) !== 'too_often'; tries += 1);
  const end = told();
  expect(end.at(-1)).toEqual(['warn', 'refused', { code: 'too_often', call: signIn.path }]);
  expect(JSON.stringify(end)).not.toMatch(/nobody|Guess/);
});

test('what a member may simply not do here is no line', async () => {
  expect((await rawCall(app, '/api/users/profile/')).status).toBe(401);
  expect(told()).toEqual([]);
});

test('a change that another site asks for stands in the log by its route', async () => {
  const seen: Parameters<Log>[] = [];
  const port = await openFrontOf(
    playedTransport(() => jsonAnswer(200, {})),
    {},
    (...line) => seen.push(line),
  );
  const options = { method: 'POST', body: '', headers: { 'sec-fetch-site': 'cross-site' } };
  expect((await visit(port, '/en/dashboard/team/ivan', options)).status).toBe(403);
  const route = '/{language}/dashboard/team/{username}';
  expect(seen.filter(([, event]) => event === 'refused')).toEqual([['warn', 'refused', { code: 'cross_site', route }]]);
});
