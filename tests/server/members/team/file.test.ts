import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listTeam } from '#contracts/team.ts';
import { createApp } from '#server/http/calls/app.ts';
import { inProcess } from '#server/http/calls/transport.ts';
import { LIMITS } from '#server/api/rate-limits.ts';
import { members } from '#server/db/schema/index.ts';
import { apiOf, dataOf } from '../../../support/app/api.ts';
import { rawCall } from '../../../support/app/raw-call.ts';
import { createCrowdedServices, idOf } from './crowded-services.ts';
import { filtered, teamBelow } from './naive.ts';

const { services, app } = await createCrowdedServices({ ivan: 1200, priya: 20 });
const api = apiOf(app);
const PATH = '/api/team/members/csv/';
const fileOf = (bearer: string, query = '', language = 'en') =>
  rawCall(app, PATH + query, { headers: { authorization: `Bearer ${bearer}`, 'accept-language': language } });

function linesOf(text: string, separator = ','): string[][] {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split('\r\n');
  expect(lines.pop()).toBe('');
  return [head, ...lines].map((line) => line.split(separator));
}
const usernamesIn = (text: string, separator?: string) =>
  linesOf(text, separator)
    .slice(1)
    .map((cells) => cells[2]);

test('Ivan downloads the rows he sees, in their order and across every batch', async () => {
  const { access } = await api.signIn('ivan');
  const team = await teamBelow(services.db, await idOf(services, 'ivan'));
  const usernames = (filter: Parameters<typeof filtered>[1]) => filtered(team, filter).map(({ username }) => username);
  const whole = await fileOf(access);
  expect(whole).toMatchObject({ status: 200, type: 'text/csv' });
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-disposition': expect.stringMatching(/^attachment; filename="atrium-team-\d{4}-\d\d-\d\d\.csv"$/),
    'cache-control': 'no-store',
  });
  expect(usernamesIn(whole.text)).toEqual(usernames({}));
  expect(usernamesIn((await fileOf(access, '?active=no&line=2&sort=deepest')).text)).toEqual(
    usernames({ active: 'no', line: 2, sort: 'deepest' }),
  );
  expect(usernamesIn((await fileOf(access, '?search=o&sort=line')).text)).toEqual(
    usernames({ search: 'o', sort: 'line' }),
  );
});

test('each row says what the list shows, in the reader’s language, and no contacts', async () => {
  const { access } = await api.signIn('anna');
  const { items } = dataOf(await api.call(listTeam, { line: '1', limit: '1', search: 'priya' }, { bearer: access }));
  await services.db
    .update(members)
    .set({ contacts: { telegram: '@priya_t', phone: '+91 555 0100', other: '' }, contactsVisibility: 'inviter' })
    .where(eq(members.username, 'priya'));
  const { text } = await fileOf(access, '?line=1&search=priya', 'ru');
  const [head, row] = linesOf(text, ';');
  expect(head).toEqual([
    'Линия',
    'Участник',
    'Логин',
    'Карьерный статус',
    'Активность',
    'В команде',
    'Недвижимость',
    'Дата регистрации',
  ]);
  const [first] = items;
  expect(row?.slice(0, 3)).toEqual(['1', first?.name, 'priya']);
  expect(row?.slice(5)).toEqual([
    String(first?.in_team),
    String(first?.real_estate),
    expect.stringMatching(/^\d\d\.\d\d\.\d{4}$/),
  ]);
  expect(text).not.toMatch(/priya_t|555|@/);
});

test('nobody gets a row of another team, and nobody any without a session', async () => {
  const { access } = await api.signIn('priya');
  const team = await teamBelow(services.db, await idOf(services, 'priya'));
  const names = new Set(team.map(({ username }) => username));
  for (const query of ['', '?search=a', '?sort=deepest', '?active=yes', '?line=1']) {
    const strangers = usernamesIn((await fileOf(access, query)).text).filter((username) => !names.has(username ?? ''));
    expect(strangers, query).toEqual([]);
  }
  expect((await fileOf(access, '?member=ivan')).body).toMatchObject({ code: 'invalid' });
  expect((await fileOf(access, '?sort=money')).body).toMatchObject({ fields: { sort: [expect.any(String)] } });
  expect((await rawCall(app, PATH)).body).toMatchObject({ code: 'no_session' });
});

test('a name like a formula is only text, and a former member has no name', async () => {
  const { access } = await api.signIn('root');
  const rename = (username: string, values: Partial<typeof members.$inferInsert>) =>
    services.db.update(members).set(values).where(eq(members.username, username));
  await rename('marie', { name: '=HYPERLINK("http://thief.example/";"x")' });
  await rename('jonas', { closedAt: services.clock.now() });
  const text = (await fileOf(access, '?search=marie')).text;
  expect(text).toContain(`"'=HYPERLINK(""http://thief.example/"";""x"")"`);
  const former = linesOf((await fileOf(access)).text).filter(([, name]) => name === 'Former member');
  expect(former.map((cells) => cells[2])).toEqual(['']);
});

test('who hangs up early has had little read for them', async () => {
  let queries = 0;
  const counting = new Proxy(services.db, {
    get: (db, name, receiver) => {
      if (name === 'execute') queries += 1;
      return Reflect.get(db, name, receiver);
    },
  });
  const { access } = await api.signIn('ivan');
  const request = { method: 'GET', path: PATH, headers: { authorization: `Bearer ${access}` } } as const;
  const transport = inProcess(createApp({ ...services, db: counting }));
  const { stream } = await transport(request, { address: '192.0.2.1', userAgent: '', requestId: 'test' });
  const reader = stream!.getReader();
  expect((await reader.read()).done).toBe(false);
  await reader.cancel();
  expect(queries).toBeLessThan(5);
});

test('files of a team have a limit for each account', async () => {
  const { access } = await api.signIn('marie');
  for (let count = 0; count < LIMITS.teamFileAccount.max; count += 1) await fileOf(access);
  const refused = await fileOf(access);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_often' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});
