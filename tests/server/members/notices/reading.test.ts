import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { InputOf } from '#contracts/contract.ts';
import { listNotices, readNotices } from '#contracts/notices.ts';
import { getProfile } from '#contracts/profile.ts';
import { NOTICE_KINDS, type NoticeKind } from '#domain/notices.ts';
import { kindsOfTopic, NOTICE_TOPICS } from '#domain/notice-topics.ts';
import { notices } from '#server/db/schema/index.ts';
import { listMemberNotices } from '#server/members/notices/list-notices.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { findSurroundings } from '#server/members/profile/queries.ts';
import { apiOf, dataOf, refusalOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { postJson, rawCall } from '../../../support/app/raw-call.ts';
import { giveNotices, idOf } from './received.ts';

const { services, app } = await createTestServices();
const api = apiOf(app);
const bearerOf = async (username: string) => (await api.signIn(username)).access;
const list = async (bearer: string, input: InputOf<typeof listNotices> = {}) =>
  dataOf(await api.call(listNotices, input, { bearer }));
const read = async (bearer: string, wish: InputOf<typeof readNotices>) => api.call(readNotices, wish, { bearer });
const unread = async (bearer: string) => dataOf(await api.call(getProfile, {}, { bearer })).unread_notices;

beforeEach(() => services.db.delete(notices));

test('notices come newest first, a page at a time, each once', async () => {
  await giveNotices(services, 'anna', 45);
  const bearer = await bearerOf('anna');
  for (const limit of ['1', '7', '20', '50']) {
    const seen: (string | null)[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(bearer, { limit, ...(cursor && { cursor }) });
      seen.push(...page.items.map(({ amount }) => amount));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(seen).toEqual(Array.from({ length: 45 }, (_, index) => `${45 - index}.00`));
  }
});

test('looking changes nothing; what is said to be read, is, and may be said twice', async () => {
  await giveNotices(services, 'marie', 3);
  const bearer = await bearerOf('marie');
  const ids = (await list(bearer)).items.map(({ id }) => id);
  await list(bearer);
  expect(await unread(bearer)).toBe(3);
  const one = ids.slice(0, 1);
  for (const wish of [{ ids: one }, { ids: [...one, ...one] }, { ids: [] }, {}]) dataOf(await read(bearer, wish));
  expect(await unread(bearer)).toBe(2);
  expect((await list(bearer)).items.map((notice) => notice.is_unread)).toEqual([false, true, true]);
  const [first] = await services.db
    .select()
    .from(notices)
    .where(eq(notices.id, Number(one[0])));
  dataOf(await read(bearer, { all: true }));
  dataOf(await read(bearer, { all: true }));
  expect(await unread(bearer)).toBe(0);
  const [again] = await services.db
    .select()
    .from(notices)
    .where(eq(notices.id, Number(one[0])));
  expect(again?.seenAt).toEqual(first?.seenAt);
});

test('the unread ones alone come a page at a time', async () => {
  await giveNotices(services, 'marie', 5);
  const bearer = await bearerOf('marie');
  const ids = (await list(bearer)).items.map(({ id }) => id);
  dataOf(await read(bearer, { ids: [ids[1]!, ids[3]!] }));
  const first = await list(bearer, { unread: 'yes', limit: '2' });
  const second = await list(bearer, { unread: 'yes', cursor: first.next! });
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([ids[0], ids[2], ids[4]]);
  expect(second.next).toBeNull();
  expect(refusalOf(await api.call(listNotices, { unread: 'no' } as never, { bearer }))).toBe('invalid');
});

test('those of a topic come a page at a time, whatever lies between, and with a bound on what is looked at', async () => {
  const memberId = await idOf(services, 'marie');
  const add = (kind: NoticeKind) => services.db.insert(notices).values({ memberId, kind, at: services.clock.now() });
  for (const kind of ['place-opened', 'pin-set', 'place-full', 'new-device', 'place-expired'] as const) await add(kind);
  const bearer = await bearerOf('marie');
  const kindsOf = ({ items }: { items: { kind: NoticeKind }[] }) => items.map(({ kind }) => kind);
  const first = await list(bearer, { topic: 'places', limit: '2' });
  const second = await list(bearer, { topic: 'places', limit: '2', cursor: first.next! });
  expect([kindsOf(first), kindsOf(second)]).toEqual([['place-expired', 'place-full'], ['place-opened']]);
  expect(second.next).toBeNull();
  const [newest] = first.items;
  dataOf(await read(bearer, { ids: [newest!.id] }));
  expect(kindsOf(await list(bearer, { topic: 'places', unread: 'yes' }))).toEqual(['place-full', 'place-opened']);
  expect(refusalOf(await api.call(listNotices, { topic: 'pin-set' } as never, { bearer }))).toBe('invalid');

  await giveNotices(services, 'marie', 1_000);
  const none = await list(bearer, { topic: 'places' });
  expect([none.items, kindsOf(await list(bearer, { topic: 'places', cursor: none.next! }))]).toEqual([
    [],
    ['place-expired', 'place-full', 'place-opened'],
  ]);
});

test('each kind of notice has one topic, but for announcements, which have none', () => {
  const kinds = NOTICE_KINDS.filter((kind) => kind !== 'announcement');
  expect(NOTICE_TOPICS.flatMap(kindsOfTopic).toSorted()).toEqual(kinds.toSorted());
});

test('nobody reads, marks or counts what is another’s, whatever the id', async () => {
  await giveNotices(services, 'ivan', 2);
  const [ivan, priya] = [await bearerOf('ivan'), await bearerOf('priya')];
  const ids = (await list(ivan)).items.map(({ id }) => id);
  for (const wish of [
    { ids },
    { ids: [...ids, 'x', '', '-1', '0', '9'.repeat(30), "1' or 1=1", '１'] },
    { all: true as const },
  ]) {
    expect(refusalOf(await read(priya, wish))).toBe('done');
  }
  expect(await unread(ivan)).toBe(2);
  expect([await unread(priya), (await list(priya)).items]).toEqual([0, []]);
  for (const cursor of [String(Number(ids[0]) + 1), '2147483647']) {
    expect(await list(priya, { cursor })).toEqual({ items: [], next: null });
  }
});

test.each(['-1', '0', '1.5', 'x', "1'", '2147483648', ' 1', '１'])('“%s” is no cursor', async (cursor) => {
  expect(refusalOf(await api.call(listNotices, { cursor }, { bearer: await bearerOf('ivan') }))).toBe('invalid');
});

test.each<[string, unknown]>([
  ['ids', { ids: '1' }],
  ['ids.0', { ids: [1] }],
  ['ids', { ids: Array.from({ length: 101 }, () => '1') }],
  ['all', { all: false }],
  ['member_id', { all: true, member_id: 1 }],
])('%s is faulted in %j', async (field, wish) => {
  const answer = await read(await bearerOf('priya'), wish as never);
  expect(answer).toMatchObject({ error: { status: 422, fields: { [field]: [expect.any(String)] } } });
});

test('a guest hears nothing', async () => {
  for (const path of ['/api/notices/', '/api/notices/choices/']) expect((await rawCall(app, path)).status).toBe(401);
  for (const path of ['/api/notices/read/', '/api/notices/choices/']) {
    expect((await postJson(app, path, '{"all":true}')).status).toBe(401);
  }
});

test('two windows that mark everything at once, while more comes, wait for nobody for ever', async () => {
  await giveNotices(services, 'root', 500);
  const bearer = await bearerOf('root');
  const ids = (await list(bearer, { limit: '50' })).items.map(({ id }) => id);
  const marks = Array.from({ length: 12 }, (_, index) =>
    index % 3 === 0 ? read(bearer, { all: true }) : read(bearer, { ids: index % 2 ? ids : ids.toReversed() }),
  );
  const answers = await Promise.all([...marks, giveNotices(services, 'root', 50)]);
  expect(answers.slice(0, -1).map((answer) => refusalOf(answer as never))).toEqual(marks.map(() => 'done'));
  dataOf(await read(bearer, { all: true }));
  expect(await unread(bearer)).toBe(0);
});

test('among ten thousand notices a page and the count look at no more than they show', async () => {
  const memberId = await idOf(services, 'jonas');
  await services.db.execute(sql`
    insert into notices (member_id, kind, at, seen_at) select id, 'pin-set', now(), now()
    from members, generate_series(1, 10000) where username in ('anna', 'ivan', 'priya', 'marie')`);
  await giveNotices(services, 'jonas', 10_000);
  await services.db.execute(sql`analyze notices`);
  const jonas = (await findByLogin(services.db, 'jonas'))!;
  await services.transaction(async (db) => {
    const looked = async () => {
      const { rows } = await db.execute<{ read: number }>(sql`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read
        from pg_stat_xact_user_tables where relname = 'notices'`);
      return rows[0]?.read ?? 0;
    };
    const before = await looked();
    let cursor: string | undefined;
    for (let pages = 0; pages < 5; pages += 1) {
      const page = await listMemberNotices({ db }, memberId, { cursor, ...(pages > 2 && { unread: 'yes' as const }) });
      cursor = 'next' in page ? (page.next ?? undefined) : undefined;
    }
    expect(cursor).toBeDefined();
    expect((await looked()) - before).toBeLessThan(200);
    const counted = await looked();
    expect((await findSurroundings({ db, clock: services.clock }, jonas)).unreadNotices).toBe(100);
    expect((await looked()) - counted).toBeLessThanOrEqual(101);
  });
  const bearer = await bearerOf('jonas');
  dataOf(await read(bearer, { all: true }));
  expect(await unread(bearer)).toBe(0);
});
