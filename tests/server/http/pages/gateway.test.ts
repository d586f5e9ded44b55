import { expect, test } from 'vitest';
import {
  activate,
  correctSignUp,
  logout,
  readSignUp,
  refreshSession,
  resendActivation,
  signUp,
} from '#contracts/auth.ts';
import { toApiRequest, type ApiRequest } from '#contracts/call.ts';
import { consoleContracts } from '#contracts/console/index.ts';
import { contracts } from '#contracts/index.ts';
import { getProfile, listRegistrations } from '#contracts/profile.ts';
import { nodeEvent } from '#contracts/transactions.ts';
import { openGateway } from '#server/http/pages/gateway.ts';
import { jsonAnswer, plainCookies, playedTransport } from '../../../support/app/transport.ts';

const connection = { address: '192.0.2.1', userAgent: '', requestId: 'test' };
const profile = toApiRequest(getProfile, {}, 'en');
const registrations = toApiRequest(listRegistrations, {}, 'en');
const refusal = (code: string) => ({ code, detail: code });

/** An API that accepts only the access token `fresh`, which a refresh returns. */
function apiWith(play: { refresh?: () => ReturnType<typeof jsonAnswer>; logout?: number; fresh?: number } = {}) {
  return playedTransport(({ path, headers }) => {
    if (path === logout.path) return jsonAnswer(play.logout ?? 200, refusal('no_session'));
    if (path === refreshSession.path) return play.refresh?.() ?? jsonAnswer(200, { access: 'fresh', refresh: 'child' });
    const isGood = headers['authorization'] === 'Bearer fresh';
    if (path === nodeEvent.path) return jsonAnswer(401, refusal('signature_invalid'));
    return isGood
      ? jsonAnswer(play.fresh ?? 200, { path, ...refusal('no_session') })
      : jsonAnswer(401, refusal('no_session'));
  });
}

const open = (api: ReturnType<typeof apiWith>, cookies: ReturnType<typeof plainCookies>) =>
  openGateway(api, cookies, connection, 'en');
const pathsOf = (sent: ApiRequest[]) => sent.map(({ path }) => path);

test('the access cookie travels as a bearer, the refresh cookie does not travel', async () => {
  const api = apiWith();
  const answer = await open(api, plainCookies({ access_token: 'fresh', refresh_token: 'secret' })).send(profile);
  expect(answer.status).toBe(200);
  expect(api.sent).toHaveLength(1);
  expect(JSON.stringify(api.sent)).not.toContain('secret');
});

test.each([{ access_token: 'old', refresh_token: 'parent' }, { refresh_token: 'parent' }])(
  'with %o it refreshes once, repeats once, and the visitor has the new pair',
  async (initial) => {
    const [api, cookies] = [apiWith(), plainCookies(initial)];
    const answer = await open(api, cookies).send(profile);
    expect(answer.status).toBe(200);
    expect(pathsOf(api.sent)).toEqual([getProfile.path, refreshSession.path, getProfile.path]);
    expect(JSON.parse(String(api.sent[1]?.body))).toEqual({ refresh: 'parent' });
    expect(cookies.now).toEqual({ access_token: 'fresh', refresh_token: 'child' });
  },
);

test('a second 401 ends it: cookies gone, logout called with the newest token', async () => {
  const [api, cookies] = [apiWith({ fresh: 401 }), plainCookies({ access_token: 'old', refresh_token: 'parent' })];
  expect((await open(api, cookies).send(profile)).status).toBe(401);
  expect(pathsOf(api.sent)).toEqual([getProfile.path, refreshSession.path, getProfile.path, logout.path]);
  expect(JSON.parse(String(api.sent[3]?.body))).toEqual({ refresh: 'child' });
  expect(cookies.now).toEqual({});
});

test('what is refused for another reason leaves the session as it is', async () => {
  const [api, cookies] = [apiWith(), plainCookies({ access_token: 'fresh', refresh_token: 'parent' })];
  const answer = await open(api, cookies).send(toApiRequest(nodeEvent, {}, 'en'));
  expect([answer.status, pathsOf(api.sent)]).toEqual([401, [nodeEvent.path]]);
  expect(cookies.now).toEqual({ access_token: 'fresh', refresh_token: 'parent' });
});

test('only a call of members ends their session, and no other call that answers no_session', async () => {
  for (const contract of [...contracts, ...consoleContracts]) {
    const api = apiWith({ refresh: () => jsonAnswer(401, refusal('session_ended')) });
    const cookies = plainCookies({ access_token: 'old', refresh_token: 'parent', staff_session: 'staff' });
    const words = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, word = '']) => [word, 'x']);
    await open(api, cookies).send(toApiRequest(contract, Object.fromEntries(words), 'en'));
    const ended = { member: { staff_session: 'staff' }, staff: { access_token: 'old', refresh_token: 'parent' } };
    const untouched = { access_token: 'old', refresh_token: 'parent', staff_session: 'staff' };
    const left = contract.caller === 'member' || contract.caller === 'staff' ? ended[contract.caller] : untouched;
    expect(cookies.now, contract.path).toEqual(left);
  }
});

test.each(['/operator/%61pi/session/', '/api/nothing/', '/api/users/profile', '/%61pi/users/profile/', '//api/x/'])(
  'a session outlives what is answered at %s, which is no call',
  async (path) => {
    const [api, cookies] = [apiWith(), plainCookies({ access_token: 'old', refresh_token: 'parent' })];
    await open(api, cookies).send({ method: 'GET', path, headers: {} });
    expect(cookies.now).toEqual({ access_token: 'old', refresh_token: 'parent' });
  },
);

test('a refused refresh ends it without a repetition', async () => {
  const api = apiWith({ refresh: () => jsonAnswer(401, refusal('session_ended')) });
  const cookies = plainCookies({ access_token: 'old', refresh_token: 'parent' });
  expect((await open(api, cookies).send(profile)).status).toBe(401);
  expect(pathsOf(api.sent)).toEqual([getProfile.path, refreshSession.path, logout.path]);
  expect(cookies.now).toEqual({});
});

test.each(['\0', 'é', '💥', 'a b', 'a\r\nx: y'])(
  'the access cookie %o is no token, so it ends like one that is over',
  async (made) => {
    const [api, cookies] = [apiWith(), plainCookies({ access_token: made })];
    expect((await open(api, cookies).send(profile)).status).toBe(401);
    expect(api.sent[0]?.headers).not.toHaveProperty('authorization');
    expect(cookies.now).toEqual({});
  },
);

test('a refresh cookie that the API can’t even read ends the session', async () => {
  const api = apiWith({ refresh: () => jsonAnswer(422, refusal('invalid')) });
  const cookies = plainCookies({ access_token: 'old', refresh_token: 'x'.repeat(4000) });
  expect((await open(api, cookies).send(profile)).status).toBe(401);
  expect(cookies.now).toEqual({});
});

test('an access token without a refresh token ends without a call', async () => {
  const [api, cookies] = [apiWith(), plainCookies({ access_token: 'old' })];
  expect((await open(api, cookies).send(profile)).status).toBe(401);
  expect(pathsOf(api.sent)).toEqual([getProfile.path]);
  expect(cookies.now).toEqual({});
});

test('a guest’s 401 is handed on and touches nothing', async () => {
  const [api, cookies] = [apiWith(), plainCookies({ lang: 'en' })];
  expect((await open(api, cookies).send(profile)).status).toBe(401);
  expect(api.sent).toHaveLength(1);
  expect(cookies.now).toEqual({ lang: 'en' });
});

test.each([500, 502, 503, 429])('a refresh answered with %i keeps the session and says so', async (status) => {
  const api = apiWith({ refresh: () => jsonAnswer(status, refusal('unavailable')) });
  const initial = { access_token: 'old', refresh_token: 'parent' };
  const cookies = plainCookies(initial);
  const answer = await open(api, cookies).send(profile);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text)).toEqual(refusal('unavailable'));
  expect(cookies.now).toEqual(initial);
});

test('a line that breaks while refreshing keeps the session', async () => {
  const api = apiWith({
    refresh: () => {
      throw new Error('broken');
    },
  });
  const initial = { access_token: 'old', refresh_token: 'parent' };
  const cookies = plainCookies(initial);
  await expect(open(api, cookies).send(profile)).rejects.toThrow('broken');
  expect(cookies.now).toEqual(initial);
});

test('calls side by side share one refresh', async () => {
  const [api, cookies] = [apiWith(), plainCookies({ access_token: 'old', refresh_token: 'parent' })];
  const { send } = open(api, cookies);
  const answers = await Promise.all([send(profile), send(registrations), send(profile)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(pathsOf(api.sent).filter((path) => path === refreshSession.path)).toHaveLength(1);
  expect(cookies.now).toEqual({ access_token: 'fresh', refresh_token: 'child' });
});

test('calls side by side after a refused refresh sign out once', async () => {
  const api = apiWith({ refresh: () => jsonAnswer(401, refusal('session_ended')) });
  const { send } = open(api, plainCookies({ access_token: 'old', refresh_token: 'parent' }));
  await Promise.all([send(profile), send(registrations)]);
  expect(pathsOf(api.sent).filter((path) => path === refreshSession.path)).toHaveLength(1);
  expect(pathsOf(api.sent).filter((path) => path === logout.path)).toHaveLength(1);
});

test('a 401 to the logout itself starts nothing more', async () => {
  const [api, cookies] = [apiWith({ logout: 401 }), plainCookies({ access_token: 'a', refresh_token: 'parent' })];
  await open(api, cookies).closeSession();
  expect(pathsOf(api.sent)).toEqual([logout.path]);
  expect(cookies.now).toEqual({});
});

test('a sign-out over a broken line still takes the cookies away', async () => {
  const api = playedTransport(() => {
    throw new Error('broken');
  });
  const cookies = plainCookies({ access_token: 'a', refresh_token: 'parent' });
  await open(api, cookies).closeSession();
  expect(cookies.now).toEqual({});
});

test('a used activation link leaves the username for sign-in, a refused one leaves nothing', async () => {
  const answers = { good: jsonAnswer(200, { username: 'lena' }), used: jsonAnswer(409, refusal('already_active')) };
  for (const [token, login] of [
    ['good', { login: 'lena' }],
    ['used', {}],
  ] as const) {
    const cookies = plainCookies({});
    const api = playedTransport(() => answers[token]);
    await open(api, cookies).send(toApiRequest(activate, { token }, 'en'));
    expect(cookies.now).toEqual(login);
  }
});

test('the token of a sign-up is in the cookie alone, and goes to the calls that need it', async () => {
  const cookies = plainCookies({});
  const api = playedTransport(({ path }) =>
    path === signUp.path ? jsonAnswer(201, { email: 'a@b.example', sign_up: 'sealed' }) : jsonAnswer(200, {}),
  );
  const gateway = open(api, cookies);
  const { text } = await gateway.send(toApiRequest(signUp, {}, 'en'));
  expect([JSON.parse(text), cookies.now]).toEqual([{ email: 'a@b.example' }, { sign_up: 'sealed' }]);
  for (const contract of [correctSignUp, readSignUp, resendActivation]) {
    await gateway.send(toApiRequest(contract, { email: 'c@d.example' }, 'en'));
  }
  await gateway.send({ method: 'POST', path: correctSignUp.path, headers: {}, body: 'no JSON' });
  const email = 'c@d.example';
  const bodies = api.sent.slice(1).map(({ body }) => body);
  expect(bodies.slice(0, 3).map((body) => JSON.parse(String(body)))).toEqual([
    { email, sign_up: 'sealed' },
    { email, sign_up: 'sealed' },
    { email },
  ]);
  expect(bodies[3]).toBe('no JSON');
});

test('a sign-up that is over takes its cookie along, any other refusal leaves it', async () => {
  for (const [code, status, left] of [
    ['too_often', 429, { sign_up: 'sealed' }],
    ['sign_up_over', 409, {}],
  ] as const) {
    const cookies = plainCookies({ sign_up: 'sealed' });
    const api = playedTransport(() => jsonAnswer(status, refusal(code)));
    await open(api, cookies).send(toApiRequest(correctSignUp, { email: 'c@d.example' }, 'en'));
    expect(cookies.now).toEqual(left);
  }
});
