import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { EVENT_KINDS } from '#domain/events.ts';
import { PAGE_OWNER } from '#domain/page-owner.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { endAllSessions, openSession } from '#server/members/auth/session/index.ts';
import { type Member, supportRequests } from '#server/db/schema/index.ts';
import { notify } from '#server/members/notices/index.ts';
import { openCopy } from '../../../support/processes/copy.ts';
import { type Following, followEvents } from '../../../support/people/events.ts';
import { SESSION_SECRET } from '../../../support/app/services.ts';
import { jsonOf, visit } from '../../../support/app/http.ts';
import { WALLET } from '../../../support/people/money.ts';
import { ownerOf } from '../../../support/app/stage.ts';
import { openTestSite } from '../../../support/app/site.ts';
import { withdraw } from '../../../support/people/withdraw.ts';

const site = await openTestSite({ money: true });
const other = await openTestSite({ env: { DATABASE_URL: site.databaseUrl } });
const services = openCopy(site.databaseUrl, SESSION_SECRET);

type Cookies = { access_token: string; refresh_token: string };

async function memberOf(username: string): Promise<Member> {
  const member = await findByLogin(services.db, username);
  if (!member) throw new Error(`Nobody is called ${username}.`);
  return member;
}

async function cookiesOf(username: string): Promise<Cookies> {
  const tokens = await openSession(services, await memberOf(username), { address: '', userAgent: '' });
  if (!tokens) throw new Error(`${username} may not sign in.`);
  return { access_token: tokens.access, refresh_token: tokens.refresh };
}

const follow = async (username: string, port = site.port) => followEvents(port, { cookies: await cookiesOf(username) });

/** Sends a marker event and waits for it: all earlier events have arrived by then. */
async function untilTold(username: string, ...streams: Following[]): Promise<void> {
  const told = () => streams.map((stream) => stream.words().filter((word) => word === 'notices').length);
  const before = told();
  const member = await memberOf(username);
  await services.transaction((tx) => notify(tx, services, member, 'password-changed'));
  await expect.poll(told).toEqual(before.map((count) => count + 1));
}

test('it is a stream that nobody keeps, gathers or compresses', async () => {
  const stream = await follow('anna');
  expect(stream.status).toBe(200);
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-cache',
    'x-accel-buffering': 'no',
  });
  expect(stream.headers).not.toHaveProperty('content-encoding');
  await expect.poll(stream.text).toMatch(/^retry: \d{4}\n\n$/);
});

test('what happens is told once it is committed, in every copy of the app, and to nobody else', async () => {
  const [here, there, stranger] = [await follow('anna'), await follow('anna', other.port), await follow('ivan')];
  const anna = await memberOf('anna');
  await services.transaction(async (tx) => {
    await notify(tx, services, anna, 'password-changed');
    await tx.execute(sql`select pg_sleep(0.3)`);
    expect([...here.words(), ...there.words()]).toEqual([]);
  });
  await expect.poll(() => [here.words(), there.words()]).toEqual([['notices'], ['notices']]);
  await untilTold('ivan', stranger);
  expect(stranger.words()).toEqual(['notices']);
});

test('what is rolled back is never told', async () => {
  const stream = await follow('anna');
  const anna = await memberOf('anna');
  const undone = services.transaction(async (tx) => {
    await tx.insert(supportRequests).values({ memberId: anna.id, topic: 'other', message: 'x', createdAt: new Date() });
    await notify(tx, services, anna, 'password-changed');
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  await untilTold('anna', stream);
  expect(stream.words()).toEqual(['notices']);
});

test('each kind is told, without a name or an amount', async () => {
  const stream = await follow('anna');
  const cookies = await cookiesOf('anna');
  const owner = await ownerOf({ services }, 'anna');
  const has = (word: string) => expect.poll(stream.words).toContain(word);

  const id = await withdraw(services, WALLET, { username: 'anna', micros: '10000000', uid: randomUUID() });
  expect(id).toMatch(/^[\w-]{36}$/);
  await has('withdrawals');
  await services.db.execute(sql`update support_requests set state = state`);
  const asked = await visit(site.port, '/api/support/', {
    ...jsonOf({ topic: 'other', message: 'When?' }),
    cookies,
    headers: { 'content-type': 'application/json', etag: `"${randomUUID()}"`, [PAGE_OWNER]: owner },
  });
  expect(asked.status).toBe(201);
  await has('support');
  await services.db.execute(sql`
    insert into transactions (id, member_id, plan_id, price, state, created_at, expires_at)
    select gen_random_uuid(), ${(await memberOf('anna')).id}, id, 1, 'awaiting_payment', now(), now() from plans limit 1`);
  await has('transactions');
  await addMember('anna');
  await has('registrations');
  await services.db.execute(sql`
    insert into data_exports (id, member_id, state, rows_in_all, created_at, expires_at)
    values (gen_random_uuid(), ${(await memberOf('anna')).id}, 'making', 2, now(), now())`);
  await services.db.execute(sql`update data_exports set rows_done = 1`);
  await has('exports');
  expect(stream.text()).toMatch(/^(retry: \d+\n\n|: \n\n|data: (\w+ ?)+\n\n)+$/);
  expect(stream.words().filter((word) => !EVENT_KINDS.some((kind) => kind === word))).toEqual([]);
});

test('the transaction that is only looked at again is not told', async () => {
  const stream = await follow('anna');
  await services.db.execute(sql`update transactions set check_at = now()`);
  await untilTold('anna', stream);
  expect(stream.words()).toEqual(['notices']);
  await services.db.execute(sql`update transactions set pending = pending + 1`);
  await expect.poll(stream.words).toContain('transactions');
});

/** Inserts a member, as activation does. */
async function addMember(inviter: string): Promise<string> {
  const username = `new-${randomUUID().slice(0, 8)}`;
  await services.db.execute(sql`
    insert into members (username, email, password_hash, language, ref_code, inviter_id, registered_at, registered_on, activated_at)
    values (${username}, ${`${username}@demo.example`}, 'x', 'en', ${username}, ${(await memberOf(inviter)).id}, now(), now(), now())`);
  return username;
}

test('a registration is told to everybody above, however far, and to nobody beside', async () => {
  const [here, there] = [await follow('ivan'), await follow('root', other.port)];
  const deep = await addMember(await addMember(await addMember('ivan')));
  // Waits for the events about these three, so that they don't appear below.
  await untilTold('ivan', here);
  await untilTold('root', there);
  for (const stream of [here, there]) stream.leave();
  const streams = [await follow('anna'), await follow('root', other.port), await follow('ivan')];
  const beside = await follow('priya');
  await addMember(deep);
  for (const stream of streams) await expect.poll(stream.words).toEqual(['registrations']);
  await untilTold('priya', beside);
  expect(beside.words()).toEqual(['notices']);
});

test('a session that ends says so and closes its stream, and no other', async () => {
  const [mine, theirs] = [await follow('jonas'), await follow('anna')];
  const jonas = await memberOf('jonas');
  await services.transaction((tx) => endAllSessions(tx, services, jonas.id, 'password'));
  await mine.over;
  expect(mine.words()).toEqual(['session']);
  await untilTold('anna', theirs);
});

test('nobody without a session gets a stream; one that only has to be refreshed is', async () => {
  expect((await followEvents(site.port)).status).toBe(401);
  const { refresh_token } = await cookiesOf('anna');
  const refreshed = await followEvents(site.port, { cookies: { access_token: 'old', refresh_token } });
  expect(refreshed.status).toBe(200);
  expect(refreshed.headers['set-cookie']?.join()).toMatch(/access_token=\w/);
  await untilTold('anna', refreshed);
});

test('when its connection to the database is cut, everybody is told to ask again, and then it goes on', async () => {
  const [here, there] = [await follow('anna'), await follow('anna', other.port)];
  await untilTold('anna', here, there);
  const cut = await services.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'atrium events' and datname = current_database()`);
  expect(cut.rows).toHaveLength(2);
  for (const { words } of [here, there])
    await expect.poll(() => words().slice(-EVENT_KINDS.length)).toEqual(EVENT_KINDS);
  await untilTold('anna', here, there);
  const { text } = await visit(site.port, '/api/events/recent/?age=60', { cookies: await cookiesOf('anna') });
  expect(JSON.parse(text)).toEqual({ kinds: [...EVENT_KINDS] });
});

test('who was away is told what they missed, and only that', async () => {
  const cookies = await cookiesOf('anna');
  // Waits until the cut above is out of range: events during it are unknown, so all kinds would be reported.
  const recentEvents = async () => JSON.parse((await visit(site.port, '/api/events/recent/?age=5', { cookies })).text);
  await expect.poll(recentEvents, { timeout: 30_000 }).toEqual({ kinds: [] });
  const stream = await follow('anna');
  await addMember('anna');
  await expect.poll(stream.words).toContain('registrations');
  expect(await recentEvents()).toEqual({ kinds: ['registrations'] });
  const back = await followEvents(site.port, { cookies, age: 5 });
  await expect.poll(back.words).toEqual(['registrations']);
  const none = await visit(site.port, '/api/events/recent/', { cookies });
  expect(JSON.parse(none.text)).toEqual({ kinds: [] });
  const long = await visit(site.port, '/api/events/recent/?age=5000', { cookies });
  expect(JSON.parse(long.text)).toEqual({ kinds: [...EVENT_KINDS] });
});

test('a member has so many streams; one that is left makes room', async () => {
  const cookies = await cookiesOf('priya');
  const open = () => followEvents(site.port, { cookies });
  const streams = [await open(), await open(), await open(), await open(), await open()];
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const refused = await open();
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBe('60');
  expect((await follow('anna')).status).toBe(200);
  streams[0]?.leave();
  await expect.poll(async () => (await open()).status).toBe(200);
});

test('open streams do not hold up a stop', async () => {
  // Streams that are still open at that time are cut.
  const STREAMS_LEFT_OPEN_MS = 10_000;
  const third = await openTestSite({ env: { DATABASE_URL: site.databaseUrl } });
  const streams = [await follow('anna', third.port), await follow('ivan', third.port)];
  const began = performance.now();
  await third.running.stop();
  expect(performance.now() - began).toBeLessThan(STREAMS_LEFT_OPEN_MS);
  await Promise.all(streams.map(({ over }) => over));
  expect(streams.flatMap((stream) => stream.words())).toEqual([]);
});
