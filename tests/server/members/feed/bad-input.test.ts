import { expect, test } from 'vitest';
import { writeCursor } from '#server/members/feed/parts.ts';
import { rawCall } from '../../../support/app/raw-call.ts';
import { openPress, titlesOf } from './press.ts';

const press = await openPress();
const { app, clock, list, publish } = press;
const id = await publish('only');
const bearer = await press.bearerOf('anna');
const authorization = `Bearer ${bearer}`;
const ask = (query: string) =>
  rawCall(app, `/api/feed/?${query}`, { headers: { authorization, 'accept-language': 'en' } });
const key = { part: 0, step: new Date(), after: { at: new Date(), id } };

test.each([
  ['kind', 'secret'],
  ['limit', '0'],
  ['limit', '51'],
  ['limit', '1e1'],
  ['cursor', 'x'],
  ['cursor', '%00'],
  ['cursor', 'x'.repeat(129)],
  ['cursor', writeCursor('news', key)],
  ['cursor', writeCursor('webinar', key)],
  ['cursor', writeCursor('all', { ...key, after: { ...key.after, id: `${id}0` } })],
  ['cursor', writeCursor('all', { ...key, after: { ...key.after, id: "' or 1=1" } })],
  ['cursor', writeCursor('all', key).replace('.0.', '.2.')],
  ['cursor', writeCursor('all', key).replace('.0.', '.-1.')],
  ['member', '1'],
])('%s=%s is refused with a sentence at that field', async (name, value) => {
  const { status, body } = await ask(`${name}=${encodeURIComponent(decodeURIComponent(value))}`);
  expect(status).toBe(422);
  expect(body).toMatchObject({ code: 'invalid', fields: { [name]: [expect.stringMatching(/\w \w.*\./)] } });
});

test('a made-up cursor shows nothing that is not out', async () => {
  const future = new Date(clock.now().getTime() + 86_400_000);
  await publish('secret', { published: new Date(clock.now().getTime() + 60_000) });
  const far = { at: new Date(36 ** 9 - 1), id };
  for (const part of [0, 1]) {
    const cursor = writeCursor('news', { part, step: future, after: far });
    expect(titlesOf(await list('anna', { kind: 'news', cursor }))).not.toContain('secret');
  }
  const oldest = writeCursor('webinar', { part: 1, step: new Date(0), after: { at: new Date(0), id } });
  expect(await list('anna', { kind: 'webinar', cursor: oldest })).toMatchObject({ items: [], next: null });
});

test.each([
  ['ids', { ids: 'x' }],
  ['ids', { ids: Array.from({ length: 101 }, () => id) }],
  ['ids.0', { ids: [7] }],
  ['ids.0', { ids: ['x'.repeat(65)] }],
  ['ids.0', { ids: ['\0'] }],
  ['all', { all: false }],
  ['all', { all: 'true' }],
  ['member_id', { all: true, member_id: 1 }],
])('%s is refused in %j', async (field, body) => {
  const init = { method: 'POST', body: JSON.stringify(body) };
  const headers = { authorization, 'content-type': 'application/json', 'accept-language': 'en' };
  const answer = await rawCall(app, '/api/feed/read/', { ...init, headers });
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({ code: 'invalid', fields: { [field]: [expect.any(String)] } });
  expect((await list('anna')).unread.news).toBeGreaterThan(0);
});

test.each([
  ['GET', '/api/feed/'],
  ['GET', `/api/feed/${id}/`],
  ['POST', '/api/feed/read/'],
  ['POST', '/api/feed/unread/'],
])('%s %s is for members', async (method, path) => {
  expect((await rawCall(app, path, { method })).status).toBe(401);
});
