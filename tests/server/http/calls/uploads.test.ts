import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { savePhoto } from '#contracts/photo.ts';
import { saveSettings } from '#contracts/settings.ts';
import { PAGE_OWNER } from '#domain/page-owner.ts';
import { PHOTO_MAX_BYTES } from '#domain/photo.ts';
import { readConfig } from '#server/base/config.ts';
import { openSession } from '#server/members/auth/session/index.ts';
import { CAST, type Person } from '#server/operator/seed/cast.ts';
import { builtPages } from '#server/http/pages/astro-pages.ts';
import { start } from '#server/boot/start.ts';
import { afterwards } from '../../../support/afterwards.ts';
import { freePort } from '../../../support/free-port.ts';
import { fileForm, formOf, type HttpAnswer, jsonOf, visit } from '../../../support/app/http.ts';
import { picture } from '../../../support/browser/pictures.ts';
import { silentLog } from '../../../support/app/silent-log.ts';
import { memberOf, openStage, ownerOf } from '../../../support/app/stage.ts';

const names = ['rita', 'nora', 'olga', 'petra', 'sven', 'tove', 'ulla', 'vera'] as const;
const people = names.map((username): Person => ({ ...CAST[2]!, username, inviter: 'ivan' }));
const stage = await openStage({ people: [...CAST, ...people] });
const port = Number(new URL(stage.origin).port);

const PAGE = '/en/dashboard/settings/photo';
const CALL: string = savePhoto.path;
const file = await picture();
const MEGABYTE = 1024 * 1024;

type Cookies = Record<string, string>;
/** The owner that the pages of a session name. */
const owners = new Map<Cookies, string>();

async function signIn(username: string): Promise<Cookies> {
  const tokens = await openSession(stage.services, await memberOf(stage, username), { address: '', userAgent: '' });
  const cookies = { access_token: tokens?.access ?? '', refresh_token: tokens?.refresh ?? '' };
  owners.set(cookies, await ownerOf(stage, username));
  return cookies;
}

/** Headers of a call from a page. */
const sessionOf = (cookies: Cookies) => ({
  cookie: Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; '),
  [PAGE_OWNER]: owners.get(cookies) ?? '',
});
const photoOf = async (cookies: Cookies, at = port) => JSON.parse((await visit(at, CALL, { cookies })).text).photo;
const codeOf = ({ text }: HttpAnswer) => JSON.parse(text).code;

async function send(
  cookies: Cookies,
  bytes: Buffer,
  { at = port, path = CALL, headers = {} } = {},
): Promise<HttpAnswer> {
  const owner = owners.get(cookies) ?? '';
  const form = await fileForm(bytes, 'photo', path === PAGE ? { owner } : {});
  const all = { 'accept-language': 'en', [PAGE_OWNER]: owner, ...form.headers, ...headers };
  return visit(at, path, { ...form, cookies, headers: all });
}

/** Sends a part of a request and stops; `said` returns the response so far. */
async function begin(
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<{ socket: Socket; said: () => string }> {
  const lines = Object.entries({ host: `localhost:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  let said = '';
  socket.setEncoding('utf8').on('data', (text: string) => (said += text));
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  return { socket, said: () => said };
}

const ANNOUNCED = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(4 * MEGABYTE) };

describe('a photo', () => {
  test.each([CALL, PAGE])('sent to %s is at its address, for ever', async (path) => {
    const cookies = await signIn(path === CALL ? 'rita' : 'nora');
    const answer = await send(cookies, file, { path });
    expect(answer.status).toBe(path === CALL ? 200 : 303);
    const photo = await photoOf(cookies);
    for (const address of [photo, photo.replace('-256', '-96')]) {
      const { status, headers, bytes } = await visit(port, address);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect(headers).not.toHaveProperty('set-cookie');
      expect(bytes.toString('latin1', 8, 12)).toBe('WEBP');
    }
    expect((await visit(port, photo, { method: 'HEAD' })).status).toBe(200);
  });

  test('is removed by a button of its own, and its address with it', async () => {
    const cookies = await signIn('nora');
    await send(cookies, file);
    const photo = await photoOf(cookies);
    const answer = await visit(port, PAGE, { ...formOf({ act: 'remove', owner: owners.get(cookies)! }), cookies });
    expect(answer).toMatchObject({ status: 303, headers: { location: '/en/dashboard/settings?done=photo-removed' } });
    expect(await visit(port, photo)).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } });
  });

  test.each([
    '/photos/x-96.webp',
    '/photos/nobody-ever-got-this-1-96.webp',
    '/photos/',
    '/photos/../api/users/photo/',
    '/photos/%00-96.webp',
  ])('is not at %s', async (address) => {
    expect([404, 401]).toContain((await visit(port, address)).status);
  });

  test('of 5 MB is read, one of a byte more refused with a sentence, by call and by page', async () => {
    const cookies = await signIn('olga');
    const full = Buffer.concat([file, Buffer.alloc(PHOTO_MAX_BYTES)]).subarray(0, PHOTO_MAX_BYTES);
    const more = Buffer.concat([full, Buffer.from('x')]);
    const muchMore = Buffer.concat([full, Buffer.alloc(MEGABYTE)]);
    for (const bytes of [more, muchMore]) {
      const call = await send(cookies, bytes);
      expect({ status: call.status, code: codeOf(call) }).toEqual({ status: 413, code: 'photo_too_large' });
      const page = await send(cookies, bytes, { path: PAGE });
      expect(page.status).toBe(413);
      expect(page.text).toContain('This photo is larger than 5\u00A0MB.');
    }
    expect((await send(cookies, full)).status).toBe(200);
    expect((await send(cookies, full, { path: PAGE })).status).toBe(303);
  });

  test('that is none is refused on a page that says why', async () => {
    const cookies = await signIn('olga');
    const page = await send(cookies, Buffer.from('<svg/>'), { path: PAGE });
    expect(page.status).toBe(422);
    expect(page.text).toContain('We can’t read this image.');
    const empty = await send(cookies, Buffer.alloc(0), { path: PAGE });
    expect(empty.status).toBe(422);
    expect(empty.text).toContain('Choose a file first.');
    const broken = await visit(port, PAGE, {
      method: 'POST',
      cookies,
      body: 'x',
      headers: { 'content-type': 'multipart/form-data; boundary=y' },
    });
    expect(broken.status).toBe(400);
  });
});

describe('nothing is read of', () => {
  test.each([
    ['a guest', {}],
    ['who makes cookies up', { cookie: 'access_token=made.up.token; refresh_token=made-up' }],
    ['who makes a bearer up', { authorization: 'Bearer made.up.token' }],
  ])('%s: the answer comes before the file', async (_, headers) => {
    const { socket, said } = await begin(CALL, { ...ANNOUNCED, ...headers });
    await expect.poll(said, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 401/);
    socket.destroy();
    if ('authorization' in headers) return;
    const page = await begin(PAGE, { ...ANNOUNCED, ...headers });
    await expect.poll(page.said, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 30[23]/);
    page.socket.destroy();
  });

  test('a form that comes from another site', async () => {
    const session = sessionOf(await signIn('petra'));
    for (const path of [CALL, PAGE]) {
      const { socket, said } = await begin(path, { ...ANNOUNCED, ...session, 'sec-fetch-site': 'cross-site' });
      await expect.poll(said, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 403/);
      socket.destroy();
    }
  });

  test('more than may come, announced or not', async () => {
    const session = sessionOf(await signIn('petra'));
    const large = await begin(CALL, { ...ANNOUNCED, ...session, 'content-length': String(6 * MEGABYTE) });
    await expect.poll(large.said, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 413/);
    large.socket.destroy();
    const { 'content-length': _, ...unannounced } = ANNOUNCED;
    const { socket, said } = await begin(CALL, { ...unannounced, ...session, 'transfer-encoding': 'chunked' });
    const piece = `100000\r\n${'x'.repeat(MEGABYTE)}\r\n`;
    for (let pieces = 0; pieces < 6; pieces += 1) socket.write(piece);
    await expect.poll(said, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 413/);
    socket.destroy();
  });

  test('whoever has used up their hour', async () => {
    const cookies = await signIn('sven');
    const statuses = [];
    for (let count = 0; count < 200; count += 2) {
      const answers = await Promise.all([send(cookies, file), send(cookies, file)]);
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(190);
    const { socket, said } = await begin(CALL, { ...ANNOUNCED, ...sessionOf(cookies) });
    await expect.poll(said, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 429/);
    socket.destroy();
  }, 60_000);
});

test('only photos may be larger than a form', async () => {
  const cookies = await signIn('tove');
  const large = await fileForm(Buffer.alloc(100_000));
  for (const path of [
    '/en/dashboard/settings',
    saveSettings.path,
    `${PAGE}/x`,
    '/en/auth/sign-in',
    '/api/users/photo',
  ]) {
    expect((await visit(port, path, { ...large, cookies })).status, path).toBe(413);
  }
  const json = jsonOf({ photo: 'x'.repeat(100_000) });
  expect((await visit(port, CALL, { ...json, cookies })).status).toBe(413);
});

test('a line that breaks halfway changes nothing, and holds nobody up', async () => {
  const cookies = await signIn('ulla');
  await send(cookies, file);
  const photo = await photoOf(cookies);
  expect(photo).not.toBeNull();
  for (let count = 0; count < 12; count += 1) {
    const path = count % 2 ? CALL : PAGE;
    const { socket } = await begin(
      path,
      { ...ANNOUNCED, ...sessionOf(cookies) },
      '--x\r\ncontent-disposition: form-data; name="photo"',
    );
    await new Promise((resolve) => socket.write('x'.repeat(MEGABYTE), resolve));
    socket.destroy();
  }
  expect(await photoOf(cookies)).toEqual(photo);
  const other = await picture('png', { orientation: 3 });
  await expect.poll(async () => (await send(cookies, other)).status, { timeout: 10_000 }).toBe(200);
  expect(await photoOf(cookies)).not.toEqual(photo);
});

test('from one address two are read at once, from all of them eight', async () => {
  const session = sessionOf(await signIn('vera'));
  const from = (address: string) => begin(CALL, { ...ANNOUNCED, ...session, 'x-forwarded-for': address }, '--x\r\n');
  const held = await Promise.all(['1', '1', '2', '2', '3', '3', '4', '4'].map((last) => from(`198.51.100.${last}`)));
  const late = await Promise.all([from('198.51.100.1'), from('198.51.100.9')]);
  const waiting = [...held, ...late];
  await expect.poll(() => waiting.filter(({ said }) => said().includes(' 503 ')).length, { timeout: 10_000 }).toBe(2);
  for (const { socket } of waiting) socket.destroy();
  const cookies = await signIn('vera');
  await expect.poll(async () => (await send(cookies, file)).status, { timeout: 10_000 }).toBe(200);
});

test('with the API elsewhere page, call and picture come over the line', async () => {
  const front = await freePort();
  const config = readConfig({ API_URL: `http://127.0.0.1:${port}`, PORT: String(front) });
  const running = await start(config, silentLog, builtPages());
  afterwards(() => running.stop());
  const cookies = await signIn('tove');
  const first = await send(cookies, file, { at: front });
  expect(first.status).toBe(200);
  const { photo } = JSON.parse(first.text);
  expect((await visit(front, photo)).bytes).toEqual((await visit(port, photo)).bytes);
  const page = await send(cookies, await picture('webp', { orientation: 3 }), { at: front, path: PAGE });
  expect(page).toMatchObject({ status: 303, headers: { location: '/en/dashboard/settings?done=photo-saved' } });
  expect(await photoOf(cookies, front)).not.toBe(photo);
  expect((await visit(front, photo)).status).toBe(404);
});
