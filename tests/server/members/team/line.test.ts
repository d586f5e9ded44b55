import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { LINE_PAGE, listLine, listTeam } from '#contracts/team.ts';
import { members } from '#server/db/schema/index.ts';
import { apiOf, dataOf, refusalOf } from '../../../support/app/api.ts';
import { hearQuestions } from '../../../support/db/hear-questions.ts';
import { createCrowdedServices, idOf, join } from './crowded-services.ts';
import { filtered, teamBelow } from './naive.ts';

const { services, app, databaseUrl } = await createCrowdedServices({ ivan: 3000, marie: 20 });
const api = apiOf(app);
const { access: anna } = await api.signIn('anna');
const { access: ivan } = await api.signIn('ivan');
const ivanId = await idOf(services, 'ivan');
for (let index = 0; index < 2 * LINE_PAGE; index += 1) await join(services, ivanId);
const teamOfIvan = 3000 + 2 * LINE_PAGE;

const lineOf = async (username: string, input: { cursor?: string; limit?: string } = {}, bearer = anna) =>
  dataOf(await api.call(listLine, { username, ...input }, { bearer }));
const names = ({ items }: Awaited<ReturnType<typeof lineOf>>) => items.map(({ username }) => username);

/** First line of a member, oldest first. */
async function rightLine(memberId: number) {
  return filtered(await teamBelow(services.db, memberId), { line: 1, sort: 'oldest' }).map(({ username }) => username);
}

test('a line is read in pages, each member once, in the order in which they registered', async () => {
  const right = await rightLine(ivanId);
  expect(right.length).toBeGreaterThan(LINE_PAGE);
  const first = await lineOf('ivan');
  expect(first).toMatchObject({ first_line: right.length, in_team: teamOfIvan });
  expect(names(first)).toEqual(right.slice(0, LINE_PAGE));
  const all = names(first);
  for (let { next } = first; next !== null;) {
    // Members who register meanwhile come last, and move nobody.
    await join(services, ivanId);
    const page: typeof first = await lineOf('ivan', { cursor: next, limit: '7' });
    all.push(...names(page));
    ({ next } = page);
  }
  expect(all).toEqual(await rightLine(ivanId));
  expect(new Set(all).size).toBe(all.length);
});

test('the last page of a line says so, also when it is full', async () => {
  const right = await rightLine(await idOf(services, 'marie'));
  const page = (limit: number) => lineOf('marie', { limit: String(limit) });
  expect(await page(right.length)).toMatchObject({ items: { length: right.length }, next: null });
  expect((await page(right.length - 1)).next).not.toBeNull();
  expect(await lineOf('priya')).toMatchObject({ items: [], next: null, first_line: 0, in_team: 0 });
});

test('a line has the rows of the list, and nothing more', async () => {
  await services.db
    .update(members)
    .set({ closedAt: services.clock.now(), name: null })
    .where(eq(members.username, 'priya'));
  const list = dataOf(await api.call(listTeam, { line: '1', sort: 'oldest' }, { bearer: anna }));
  const own = await lineOf('anna');
  expect(own.items).toEqual(list.items);
  expect(own.items.filter(({ is_former: isFormer }) => isFormer)).toMatchObject([{ username: 'priya', name: null }]);
  const below = await lineOf(' IVAN ');
  expect(below.items[0]!.line).toBe(2);
  expect((await lineOf(below.items[0]!.username)).items.every(({ line }) => line === 3)).toBe(true);
  expect((await lineOf('ivan', {}, ivan)).items[0]!.line).toBe(1);
});

test.each(['root', 'anna', 'priya', 'marie', 'totals', 'csv', 'nobody', '%', ''])(
  'the line of %j is not there for somebody who is not above them',
  async (username) => {
    expect(refusalOf(await api.call(listLine, { username }, { bearer: ivan }))).toBe('not_found');
  },
);

test('a cursor opens no other line, and a wrong one is refused', async () => {
  const { next } = await lineOf('ivan');
  const right = await rightLine(await idOf(services, 'marie'));
  expect(right).toEqual(expect.arrayContaining(names(await lineOf('marie', { cursor: next! }))));
  const call = (input: object) => api.call(listLine, { username: 'ivan', ...input }, { bearer: anna });
  expect(refusalOf(await call({ cursor: 'x' }))).toBe('invalid');
  expect(refusalOf(await call({ limit: '101' }))).toBe('invalid');
  expect(refusalOf(await api.call(listLine, { username: 'root' }, { bearer: ivan }))).toBe('not_found');
});

test('a page of a line is cut along its index, however large the team is', async () => {
  await services.db.execute(sql`analyze team_links`);
  const questions: string[] = [];
  hearQuestions(databaseUrl, ({ text }) => void (text?.includes('team_links') && questions.push(text)));
  const { next } = await lineOf('ivan');
  await lineOf('ivan', { cursor: next! });
  const pages = questions.filter((text) => text.includes('limit'));
  expect(pages).toHaveLength(2);
  for (const page of pages) {
    const plan = await planOf(page);
    expect(plan[plan.findIndex((step) => step === 'Limit') + 1]).toMatch(/^Index (Only )?Scan using team_links_line /);
  }
  for (const access of questions.filter((text) => !text.includes('limit')))
    expect((await planOf(access)).join('\n')).toMatch(/using team_links_member_id_ancestor_id_pk/);
});

async function planOf(question: string): Promise<string[]> {
  const { rows } = await services.db.execute<Record<string, string>>(sql.raw(`explain (generic_plan) ${question}`));
  return rows.map((row) => row['QUERY PLAN']?.replace(/^[ >-]*|  \(.*/g, '') ?? '');
}
