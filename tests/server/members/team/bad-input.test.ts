import { expect, test } from 'vitest';
import { apiOf, dataOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { rawCall } from '../../../support/app/raw-call.ts';
import { listTeam } from '#contracts/team.ts';
import { writeCursor } from '#server/members/team/team-query.ts';

const { app } = await createTestServices();
const api = apiOf(app);
const { access } = await api.signIn('anna');
const { access: ivans } = await api.signIn('ivan');
const ask = (path: string, bearer = access) =>
  rawCall(app, path, { headers: { authorization: `Bearer ${bearer}`, 'accept-language': 'en' } });

const last = { line: 1, day: '2026-01-02', id: 7 };
const coded = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64url'));

const WRONG: Record<string, string[]> = {
  line: ['-1', '0', '1e9', '1000000000', '10001', '1.5', 'x', '١'],
  sort: ['money', 'in_team;drop', 'newest;drop', 'NEWEST', 'newest_down'],
  limit: ['0', '101', 'abc', '-5', '1e2'],
  active: ['true', '1', 'да'],
  real_estate: ['on', 'no,yes'],
  status: ['king', 'none,', 'none,,director', 'x'.repeat(401)],
  registered_from: ['2026-02-30', '20.11.2026', '2026-1-1', 'yesterday'],
  registered_to: ['9999-99-99', '10000-01-01'],
  search: ['a%00b', 'x'.repeat(65)],
  cursor: [
    'abc',
    '%00',
    'x'.repeat(65),
    coded('newest'),
    coded('newest.1.2026-01-02'),
    coded('newest.1.2026-01-02.'),
    coded('newest.1.2026-02-30.7'),
    coded('newest.1.0000-01-01.7'),
    coded('newest.99999.2026-01-02.7'),
    coded('newest.1.2026-01-02.9999999999'),
    coded('newest.-1.2026-01-02.7'),
    coded('money.1.2026-01-02.7'),
    coded("newest.1.2026-01-02.7' or 1=1"),
    writeCursor('oldest', last),
    writeCursor('line', last),
    writeCursor('deepest', last),
    coded('in_team.7'),
  ],
  inviter: ['root'],
};
const CASES = Object.entries(WRONG).flatMap(([name, values]) => values.map((value) => [name, value]));

test.each(CASES)('%s=%s is refused with a sentence at that field', async (name, value) => {
  const { status, body } = await ask(`/api/team/?${name}=${value}`);
  expect(status).toBe(422);
  const error = body as { code: string; detail: string; fields: Record<string, string[]> };
  expect(error).toMatchObject({ code: 'invalid', detail: expect.stringMatching(/\w \w.*\./) });
  expect(error.fields[name]).toEqual([expect.stringMatching(/\w \w.*\./)]);
});

test.each([
  'line=&active=&status=&real_estate=&search=&registered_from=&registered_to=&sort=&cursor=&limit=',
  'registered_from=0000-01-01',
  'registered_to=9999-12-31',
  'limit=100&line=10000',
  `cursor=${writeCursor('newest', { line: 32_767, day: '9999-12-31', id: 2_147_483_647 })}`,
])('%s is taken', async (query) => {
  expect((await ask(`/api/team/?${query}`)).status).toBe(200);
});

test('a range that ends before it begins holds nobody', async () => {
  const { body } = await ask('/api/team/?registered_from=2026-10-02&registered_to=2026-10-01');
  expect(body).toEqual({ items: [], next: null });
});

test('days of growth are between 1 and 366', async () => {
  for (const days of ['0', '367', '-1', 'x', '1e2'])
    expect((await ask(`/api/team/growth/?days=${days}`)).status).toBe(422);
  for (const days of [1, 366]) {
    const { body } = await ask(`/api/team/growth/?days=${days}`);
    expect(body['items']).toHaveLength(days);
  }
});

test('a cursor of Anna’s shows Ivan nobody of hers', async () => {
  const page = dataOf(await api.call(listTeam, { limit: '1' }, { bearer: access }));
  expect(page.next).not.toBeNull();
  const { status, body } = await ask(`/api/team/?cursor=${page.next}`, ivans);
  expect({ status, body }).toEqual({ status: 200, body: { items: [], next: null } });
});

test('nobody is told anything without a session', async () => {
  for (const path of ['', 'totals/', 'growth/', 'members/csv/', 'ivan/']) {
    const { status } = await rawCall(app, `/api/team/${path}`);
    expect(status).toBe(401);
  }
});
