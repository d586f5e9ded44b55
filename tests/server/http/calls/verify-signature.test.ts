import { expect, test } from 'vitest';
import { isSigned } from '#server/http/calls/verify-signature.ts';
import { webhookKey, webhookSignature } from '#server/node/contract.ts';
import { NODE_SECRET } from '../../../support/world/node.ts';
import { eventAbout, signedWebhook } from '../../../support/world/webhook.ts';

const now = new Date('2026-11-23T10:00:00.900Z');
const OTHER_SECRET = 'another secret of the node, as long as the first';
const keys = [webhookKey(NODE_SECRET)];
const body = eventAbout('5d5b0a3e-1b1a-4d83-9d0e-6f6c1c2f7a10', now);

const secondsAway = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const isTaken = ({ headers, body: text }: ReturnType<typeof signedWebhook>, known = keys) =>
  isSigned(known, (name) => headers[name], text, now);
const signatureOf = (options: Parameters<typeof signedWebhook>[1]) =>
  String(signedWebhook(body, { at: now, eventId: 'event_1', ...options }).headers['webhook-signature']);
const withSignature = (signature: string) =>
  signedWebhook(body, { at: now, eventId: 'event_1', headers: { 'webhook-signature': signature } });
/** Signs a webhook with these headers and the right secret. */
function signedOver(odd: Record<string, string>): ReturnType<typeof signedWebhook> {
  const sent = signedWebhook(body, { at: now, eventId: 'event_1', headers: odd });
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '' } = sent.headers;
  const signature = webhookSignature(webhookKey(NODE_SECRET), { id, timestamp }, body);
  return { ...sent, headers: { ...sent.headers, 'webhook-signature': signature } };
}

test('the example that Standard Webhooks publishes is signed', () => {
  const headers: Record<string, string> = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const key = webhookKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  const then = new Date(1_614_265_330_000);
  expect(isSigned([key], (name) => headers[name], '{"test": 2432232314}', then)).toBe(true);
  expect(isSigned([key], (name) => headers[name], '{"test": 2432232315}', then)).toBe(false);
});

test.each([0, 299, 300, -300])('what was sent %i s from now is taken', (seconds) => {
  expect(isTaken(signedWebhook(body, { at: secondsAway(seconds) }))).toBe(true);
});

test.each([301, -301, -7 * 24 * 60 * 60, 1e9])('what was sent %i s from now is not', (seconds) => {
  expect(isTaken(signedWebhook(body, { at: secondsAway(seconds) }))).toBe(false);
});

test('what an eavesdropper heard is not made younger by another time or name', () => {
  const old = signedWebhook(body, { at: secondsAway(-3600), eventId: 'event_1' });
  const young = String(Math.floor(now.getTime() / 1000));
  expect(isTaken({ ...old, headers: { ...old.headers, 'webhook-timestamp': young } })).toBe(false);
  const sent = signedWebhook(body, { at: now, eventId: 'event_1' });
  expect(isTaken({ ...sent, headers: { ...sent.headers, 'webhook-id': 'event_2' } })).toBe(false);
});

test('nor is the border between name and time moved', () => {
  const { headers, ...rest } = signedWebhook(body, { at: now, eventId: 'event_1' });
  const moved = { ...headers, 'webhook-id': `event_1.${headers['webhook-timestamp']}` };
  expect(isTaken({ ...rest, headers: moved })).toBe(false);
  expect(isTaken(signedWebhook(body, { at: now, eventId: 'event.1' }))).toBe(false);
});

test('another body, another secret and no secret are not signed by the node', () => {
  const sent = signedWebhook(body, { at: now });
  expect(isTaken({ ...sent, body: body.replace('5d5b', '5d5c') })).toBe(false);
  expect(isTaken({ ...sent, body: `${body} ` })).toBe(false);
  expect(isTaken(signedWebhook(body, { at: now, secret: OTHER_SECRET }))).toBe(false);
  expect(isTaken(sent, [])).toBe(false);
});

test('while secrets are rotated the old and the new one count, and a third does not', () => {
  const both = [webhookKey(OTHER_SECRET), webhookKey(NODE_SECRET)];
  expect(isTaken(signedWebhook(body, { at: now }), both)).toBe(true);
  expect(isTaken(signedWebhook(body, { at: now, secret: OTHER_SECRET }), both)).toBe(true);
  expect(isTaken(signedWebhook(body, { at: now, secret: 'a third one' }), both)).toBe(false);
});

test('one good signature among several is enough', () => {
  const good = signatureOf({});
  const bad = signatureOf({ secret: OTHER_SECRET });
  for (const several of [`${bad} ${good}`, `${good} ${bad}`, `v1a,${'A'.repeat(86)}== ${good}`, `v1, v1 ${good}`]) {
    expect(isTaken(withSignature(several))).toBe(true);
  }
});

test('nobody makes us compare a header full of them', () => {
  const bad = signatureOf({ secret: OTHER_SECRET });
  expect(isTaken(withSignature(`${`${bad} `.repeat(300)}${signatureOf({})}`))).toBe(false);
  expect(isTaken(withSignature('x'.repeat(1_000_000)))).toBe(false);
});

test.each([
  '',
  ' ',
  'v1',
  'v1,',
  'v1,not base64!',
  `v1,${'A'.repeat(43)}=`,
  signatureOf({}).slice('v1,'.length),
  signatureOf({}).replace('v1', 'v2'),
  signatureOf({}).replace('v1', 'V1'),
  signatureOf({}).slice(0, -1),
  `${signatureOf({})}=`,
  `${signatureOf({})},${signatureOf({})}`,
  `\t${signatureOf({})}`,
  Buffer.from(signatureOf({}).slice('v1,'.length), 'base64').toString('hex'),
])('the signature %o is none', (signature) => {
  expect(isTaken(withSignature(signature))).toBe(false);
});

test.each([
  ['webhook-id', ''],
  ['webhook-id', 'event 1'],
  ['webhook-id', 'x'.repeat(257)],
  ['webhook-id', 'événement'],
  ['webhook-timestamp', ''],
  ['webhook-timestamp', 'now'],
  ['webhook-timestamp', '-1'],
  ['webhook-timestamp', 'NaN'],
  ['webhook-timestamp', `${Math.floor(now.getTime() / 1000) / 1e9}e9`],
  ['webhook-timestamp', '9'.repeat(400)],
  ['webhook-timestamp', String(now.getTime())],
  ['webhook-timestamp', `${Math.floor(now.getTime() / 1000)}.5`],
  ['webhook-timestamp', `${Math.floor(now.getTime() / 1000)} `],
])('with %s %o nothing is signed', (name, value) => {
  expect(isTaken(signedOver({}))).toBe(true);
  expect(isTaken(signedOver({ [name]: value }))).toBe(false);
});

test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('without %s nothing is signed', (name) => {
  const { headers } = signedWebhook(body, { at: now });
  expect(isSigned(keys, (asked) => (asked === name ? undefined : headers[asked]), body, now)).toBe(false);
});
