import { expect, test } from 'vitest';
import * as contracts from '#contracts/console/alerts.ts';
import { isRefused } from '#domain/refusals.ts';
import { createApp } from '#server/http/calls/app.ts';
import { tellStaff, sendWebhook } from '#server/operator/alerts/index.ts';
import { listWebhooks } from '#server/operator/console/index.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { apiOf, dataOf, refusalOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { giveQuestion } from '../../../support/people/questions.ts';
import { openConsole } from '../../../support/people/staff.ts';
import { requestedWithdrawals } from '../../../support/people/withdraw.ts';
import { openReceiver, WEBHOOK_SECRET } from '../../../support/world/webhook-receiver.ts';

const served = await createTestServices({ mailer: { deliver: () => Promise.resolve() } });
const { clock, runJobs } = served;
const receiver = await openReceiver();
const alerts = { ...served.config.alerts, webhookUrl: receiver.url, webhookSecrets: [WEBHOOK_SECRET] as [string] };
// The jobs of `served` read the same object.
Object.assign(served.services.config, { alerts });
const { services } = served;
const console_ = await openConsole(served);

async function list(input: { state?: 'waiting' | 'delivered' | 'failed' } = {}) {
  const page = await listWebhooks(services, input);
  return isRefused(page) ? [] : page.items;
}

/** A minute of the running app. */
async function minute(seconds = 60): Promise<void> {
  clock.advance(seconds);
  await tellStaff(services);
  await runJobs();
}

function takeReceived() {
  return receiver.received.splice(0);
}

test('a receiver that fails twice gets the same event again, signed, under one id, without names', async () => {
  receiver.answers.push(500, 500);
  const ids = await requestedWithdrawals(served, 2, '150');
  await minute();
  expect(await list()).toMatchObject([{ kind: 'withdrawal', state: 'waiting', attempts: 1, status: 500 }]);
  await minute(59);
  expect(receiver.received).toHaveLength(1);
  await minute(1);
  await minute(5 * 60);
  await minute();
  const received = takeReceived();
  expect(received.map(({ isSigned }) => isSigned)).toEqual([true, true, true]);
  expect(new Set(received.map(({ id }) => id)).size).toBe(1);
  const [event] = received;
  expect(event?.body).toMatchObject({
    type: 'withdrawal.waiting',
    data: { count: 2, amount: '300.00', currency: 'USDT', ids: expect.arrayContaining(ids) as string[] },
  });
  expect(event?.body.data['url']).toMatch(/\/operator\/withdrawals\?state=requested$/);
  expect(JSON.stringify(received)).not.toMatch(/anna/i);
  expect(await list()).toMatchObject([{ state: 'delivered', attempts: 3, status: 200, next_at: null }]);
});

test('a process that dies half-way leaves the event to the next one, under the same id', async () => {
  const dying = new AbortController();
  receiver.answers.push(() => dying.abort());
  await giveQuestion({ origin: '', services }, 'anna');
  clock.advance(1);
  await tellStaff(services);
  const [webhook] = await list({ state: 'waiting' });
  await expect(sendWebhook(services, { webhookId: webhook!.id }, dying.signal)).rejects.toThrow();
  // Two others at once, while its pause lasts and after it.
  await Promise.all([minute(0), minute(0)]);
  expect(receiver.received).toHaveLength(1);
  clock.advance(60);
  await Promise.all([minute(0), minute(0)]);
  expect(takeReceived().map(({ id, isSigned }) => ({ id, isSigned }))).toEqual(
    Array.from({ length: 2 }, () => ({ id: webhook!.id, isSigned: true })),
  );
  expect(await list({ state: 'waiting' })).toEqual([]);
});

test('after eight attempts it is given up, and stands in the log as such', async () => {
  receiver.answers.push(...Array.from({ length: 7 }, () => 503), 410);
  await giveQuestion({ origin: '', services }, 'ivan');
  for (let hours = 0; hours < 48; hours += 1) await minute(60 * 60);
  expect(takeReceived()).toHaveLength(8);
  receiver.answers.length = 0;
  expect(await list({ state: 'failed' })).toMatchObject([{ kind: 'support', attempts: 8, status: 410, next_at: null }]);
});

test.each<[string, Parameters<typeof openReceiver>[0], object]>([
  ['redirects', [(response) => response.writeHead(307, { location: '/elsewhere' }).end()], { status: 307 }],
  ['answers without an end', [(response) => void response.writeHead(200).write('x'.repeat(100_000))], { status: 200 }],
  ['breaks off', [(response) => response.destroy()], { status: null, error: 'UND_ERR_SOCKET' }],
])('a receiver that %s gets one request', async (_, answers, outcome) => {
  receiver.answers.push(...answers!);
  const oscar = await console_.signIn('oscar');
  expect(dataOf(await oscar.call(contracts.testWebhook, { reason: 'a look' }))).toMatchObject({
    attempts: 1,
    ...outcome,
  });
  expect(takeReceived()).toHaveLength(1);
});

test('the test is sent by who may, stands in both logs, and is not repeated', async () => {
  receiver.answers.push(500);
  const oscar = await console_.signIn('oscar');
  expect(dataOf(await oscar.call(contracts.testWebhook, { reason: 'a look' }))).toMatchObject({
    ...{ kind: 'test', state: 'failed', attempts: 1, status: 500 },
  });
  await minute();
  const [event, ...more] = takeReceived();
  expect(event).toMatchObject({ isSigned: true, body: { type: 'test' } });
  expect(more).toEqual([]);
  expect((await console_.log())[0]).toMatchObject({ action: 'alerts test', reason: 'a look' });
  const artur = await console_.signIn('artur');
  expect(refusalOf(await artur.call(contracts.testWebhook, { reason: 'x' }))).toBe('not_able');
  expect(refusalOf(await artur.call(contracts.listWebhooks, {}))).toBe('not_able');
  expect(dataOf(await oscar.call(contracts.getAlertSettings, {}))).toEqual({
    webhook: new URL(receiver.url).origin,
    backup: null,
  });
});

test('commands send a test and list the webhooks', async () => {
  expect(await runCommand(services, ['alerts', 'test', '--why', 'x'], 'olga')).toHaveProperty('words');
  await minute();
  expect(takeReceived()).toMatchObject([{ body: { type: 'test' } }]);
  const outcome = await runCommand(services, ['alerts', 'list', '--state', 'delivered', '--limit', '1'], 'olga');
  expect(outcome).toMatchObject({ data: { items: [{ kind: 'test', state: 'delivered' }] } });
});

test('without an address nothing is written down or sent', async () => {
  const config = { ...services.config, alerts: { ...alerts, webhookUrl: undefined } };
  const off = { ...services, config };
  const before = await list();
  await requestedWithdrawals(served, 1, '150');
  await tellStaff(off);
  expect(await list()).toEqual(before);
  const { token: bearer } = await console_.signIn('oscar');
  const api = apiOf(createApp(off));
  expect(refusalOf(await api.call(contracts.testWebhook, { reason: 'x' }, { bearer }))).toBe('not_found');
});
