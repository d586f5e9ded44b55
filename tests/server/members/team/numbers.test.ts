import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { isoDay } from '#i18n/format.ts';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import { teamGrowth, teamTotals } from '#server/members/team/totals.ts';
import { activate } from '#contracts/auth.ts';
import { apiOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { startChild } from '../../../support/processes/children.ts';
import { everyday } from '../../../support/everyday.ts';
import { newGuest } from '../../../support/people/guests.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { disagreements, teamBelow } from './naive.ts';

const HISTORIAN = new URL('historian.ts', import.meta.url);
const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9));
const ROUNDS = Number(process.env['ROUNDS'] ?? everyday(1, 3));
const COMING = everyday(40, 100);

const testServices = await createTestServices();
const { services, databaseUrl } = testServices;
const { db } = services;
const copies = await Promise.all(['one', 'two'].map((name) => startChild(HISTORIAN, databaseUrl, name)));

test('the numbers agree with a recomputation after random histories run in parallel by two processes', async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const told = copies.map((copy, place) => copy.ask({ seed: SEED + round * 2 + place, steps: everyday(120, 250) }));
    expect(await Promise.all(told), `seed ${SEED}, round ${round}`).toEqual([[], []]);
    expect(await disagreements(db), `seed ${SEED}, round ${round}`).toEqual([]);
  }
  const { rows } = await db.execute<{ id: number }>(sql`select id from members order by id % 7, id limit 25`);
  for (const { id } of rows) await expectTrueNumbers(id);
});

test(`${2 * COMING} registrations at once in one tree, from two processes, wait for each other and none fails`, async () => {
  const told = copies.map((copy, place) => copy.ask({ seed: SEED + place, steps: COMING, onlyRegister: true }));
  expect(await Promise.all(told), `seed ${SEED}`).toEqual([[], []]);
  expect(await disagreements(db)).toEqual([]);
});

test('guests who become members at once under one member are all counted', async () => {
  const api = apiOf(testServices.app);
  const annas = async () => (await teamTotals(services, await idOf('anna'))).whole_team;
  const before = await annas();
  const tokens: string[] = [];
  for (let place = 0; place < 20; place += 1) {
    tokens.push((await newGuest(api, testServices, { ref: place % 2 ? 'ivan' : 'anna' })).token);
  }
  expect(await annas()).toBe(before);
  const answers = await Promise.all(tokens.map((token) => api.call(activate, { token }, { address: newAddress() })));
  expect(new Set(answers.map(refusalOf))).toEqual(new Set(['done']));
  expect(await annas()).toBe(before + 20);
  expect(await disagreements(db)).toEqual([]);
});

test('building everything again changes nothing, and takes no index away', async () => {
  const before = await everything();
  await db.execute(sql`select rebuild_team()`);
  expect(await everything()).toEqual(before);
});

test('several members switched in one statement, while others come, do not cross', async () => {
  const coming = copies.map((copy, place) =>
    copy.ask({ seed: SEED + place, steps: everyday(30, 60), onlyRegister: true }),
  );
  for (let times = 0; times < 10; times += 1) {
    await db.execute(sql`
      update members set active = not active where id in (select id from members where id > 1 order by id desc limit 20)`);
  }
  expect(await Promise.all(coming)).toEqual([[], []]);
  expect(await disagreements(db)).toEqual([]);
});

test('each career status has its facets, and no other can be given', async () => {
  const { rows } = await db.execute<{ status: string; facets: number }>(
    sql`select career_status as status, count(*)::int as facets from team_facets group by 1`,
  );
  const facets = CAREER_STATUSES.map((status) => ({ status, facets: 4 }));
  expect(rows.toSorted((a, b) => a.status.localeCompare(b.status))).toEqual(
    facets.toSorted((a, b) => a.status.localeCompare(b.status)),
  );
  const wrong = db.execute(sql`update members set career_status = 'emperor' where username = 'ivan'`);
  await expect(wrong).rejects.toMatchObject({ cause: { message: expect.stringContaining('no facets') } });
});

test('nobody gets another inviter, id or day', async () => {
  for (const change of ['inviter_id = 1', 'registered_on = registered_on - 1']) {
    const changed = db.execute(sql.raw(`update members set ${change} where username = 'marie'`));
    await expect(changed).rejects.toMatchObject({ cause: { message: expect.stringContaining('keeps their inviter') } });
  }
});

async function expectTrueNumbers(id: number): Promise<void> {
  const team = await teamBelow(db, id);
  const today = isoDay(services.clock.now(), services.config.timeZone);
  const firstLine = team.filter(({ line }) => line === 1);
  expect(await teamTotals(services, id), `seed ${SEED}, member ${id}`).toMatchObject({
    whole_team: team.length,
    active_team: team.filter(({ active }) => active).length,
    left_team: team.filter(({ isFormer }) => isFormer).length,
    first_line: firstLine.length,
    inactive_first_line: firstLine.filter(({ active }) => !active).length,
    lines: Math.max(0, ...team.map(({ line }) => line)),
    registrations_today: team.filter(({ day }) => day === today).length,
  });
  const growth = await teamGrowth(services, id, 366);
  expect(growth, `seed ${SEED}, member ${id}`).toHaveLength(366);
  for (const { day, registrations } of growth)
    expect(registrations, `seed ${SEED}, member ${id}, ${day}`).toBe(team.filter((one) => one.day === day).length);
}

async function everything(): Promise<unknown> {
  const { rows } = await db.execute(sql`
    select (select md5(string_agg(t::text, ',' order by t)) from team_links t) as links,
      (select md5(string_agg(t::text, ',' order by t)) from team_counts t) as counts,
      (select md5(string_agg(t::text, ',' order by t)) from team_days t) as days,
      (select string_agg(indexdef, ',' order by indexname) from pg_indexes where tablename = 'team_links') as indexes`);
  return rows;
}

async function idOf(username: string): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from members where username = ${username}`);
  return rows[0]?.id ?? 0;
}
