import { describe, expect, test } from 'vitest';
import { openFrontOf } from '../../../support/app/handler.ts';
import { type HttpAnswer, jsonOf, visit } from '../../../support/app/http.ts';
import { jsonAnswer, playedTransport } from '../../../support/app/transport.ts';

const OWN = { PUBLIC_ORIGIN: 'https://atrium.example', CONSOLE_ORIGIN: 'https://desk.example' };
const SESSION = '/operator/api/session/';

async function open(env: NodeJS.ProcessEnv) {
  const transport = playedTransport(() => jsonAnswer(200, {}));
  const port = await openFrontOf(transport, env);
  const get = (host: string, path: string, headers: Record<string, string> = {}): Promise<HttpAnswer> =>
    visit(port, path, { headers: { host: host || `localhost:${port}`, ...headers } });
  return { get, calls: () => transport.sent.map(({ path }) => path) };
}

describe('with an origin of its own', () => {
  test('the console is there and nowhere else, and nothing else is there', async () => {
    const { get, calls } = await open(OWN);
    expect((await get('desk.example', SESSION)).status).toBe(200);
    expect((await get('atrium.example', '/api/profile/')).status).toBe(200);
    expect((await get('atrium.example', SESSION)).status).toBe(404);
    expect((await get('atrium.example', '/operator')).status).toBe(404);
    expect((await get('atrium.example', '/operator/sign-in')).status).toBe(404);
    expect((await get('desk.example', '/api/profile/')).status).toBe(404);
    expect((await get('desk.example', '/en/auth')).status).toBe(404);
    expect((await get('desk.example', '/')).headers.location).toBe('/operator');
    expect((await get('DESK.example', SESSION)).status).toBe(200);
    expect((await get('evil.example', SESSION)).status).toBe(421);
    expect(calls()).toEqual([SESSION, '/api/profile/', SESSION]);
  });

  test('an older browser changes things from the console’s own pages, and from no other', async () => {
    const transport = playedTransport(() => jsonAnswer(200, {}));
    const port = await openFrontOf(transport, OWN);
    const post = (host: string, path: string, origin: string) =>
      visit(port, path, { ...jsonOf({}), headers: { ...jsonOf({}).headers, host, origin } });
    const end = `${SESSION}end/`;
    expect((await post('desk.example', end, 'https://desk.example')).status).toBe(200);
    expect((await post('desk.example', end, 'https://atrium.example')).status).toBe(403);
    expect((await post('desk.example', end, 'https://evil.example')).status).toBe(403);
    expect((await post('atrium.example', '/api/profile/', 'https://atrium.example')).status).toBe(200);
    expect((await post('atrium.example', '/api/profile/', 'https://desk.example')).status).toBe(403);
  });

  test('the cookie of each side goes to its own calls only', async () => {
    const sent: (string | undefined)[] = [];
    const transport = playedTransport(({ headers }) => {
      sent.push(headers['authorization']);
      return jsonAnswer(200, {});
    });
    const port = await openFrontOf(transport);
    const cookie = `access_token=member; staff_session=${'s'.repeat(43)}`;
    for (const path of [SESSION, '/api/profile/']) {
      await visit(port, path, { headers: { host: `localhost:${port}`, cookie } });
    }
    expect(sent).toEqual([`Bearer ${'s'.repeat(43)}`, 'Bearer member']);
  });
});

describe('with a list of addresses', () => {
  test.each([
    ['127.0.0.1', 200],
    ['192.0.2.0/24,127.0.0.0/8', 200],
    ['192.0.2.7', 404],
    ['2001:db8::/32', 404],
  ])('%s answers somebody at this machine with %i, and members as ever', async (addresses, status) => {
    const { get } = await open({ CONSOLE_ADDRESSES: addresses });
    expect((await get('', SESSION)).status).toBe(status);
    expect((await get('', '/api/profile/')).status).toBe(200);
  });

  test('nobody comes from such an address by saying so', async () => {
    const { get } = await open({ CONSOLE_ADDRESSES: '192.0.2.7' });
    expect((await get('', SESSION, { 'x-forwarded-for': '192.0.2.7' })).status).toBe(404);
  });

  test('what is no list of addresses keeps the app from starting', async () => {
    await expect(open({ CONSOLE_ADDRESSES: 'office' })).rejects.toThrow('CONSOLE_ADDRESSES');
  });
});
