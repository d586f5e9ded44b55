import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { type Member, members } from '#server/db/schema/index.ts';
import { CAST } from '#server/operator/seed/cast.ts';
import { visit } from '../support/app/http.ts';
import { openTestSite } from '../support/app/site.ts';
import { signInByApi, signInCookies } from '../support/app/sign-in-over-http.ts';

/** Root is two steps above Jonas, Anna one. Below Jonas is somebody whose info card names everyone on the way. */
const BELOW = { ...CAST[4]!, username: 'deep', name: 'Deep Below', inviter: 'jonas', registeredDaysAgo: 2 };
const site = await openTestSite({ people: [...CAST, BELOW], money: true });
const { db } = site.database;

const NAME = 'Aurora Geheimnis';
const PHOTO = '/photos/b2f5e1-of-jonas';
const STATUS = 'gold_regional_director';
const SECRETS = /aurora|geheimnis|of-jonas/i;

const PAGES = [
  ...['profile', 'team', 'team?sort=name', 'team?sort=name_down', 'team?line=2', `team?status=${STATUS}`],
  ...['team/jonas', 'team/deep', 'team/tree', 'team/tree?at=anna', 'team/tree?at=jonas', 'team/tree?at=deep'],
  ...['team/needs-a-hand', 'notices', 'finance', 'finance/transactions', 'feed', 'licenses', 'support', 'settings'],
];
const CALLS = [
  ...['team/', 'team/?sort=name', 'team/?sort=oldest', 'team/?sort=line', 'team/members/csv/', 'team/jonas/'],
  ...['team/deep/', 'team/members/anna/line/', 'team/members/jonas/line/', 'team/members/root/line/'],
  ...['team/hand/members/', 'users/registrations/', 'users/profile/', 'notices/', 'finance/history/', 'feed/'],
  ...['find/?words=jonas', 'team/?search=jonas', `team/?status=${STATUS}`],
];

async function hide(changes: Partial<Member>): Promise<void> {
  await db.update(members).set(changes).where(eq(members.username, 'jonas'));
}

type Upline = { cookies: Record<string, string>; bearer: string };

async function uplineOf(username: string): Promise<Upline> {
  const [cookies, { access }] = [await signInCookies(site.port, username), await signInByApi(site.port, username)];
  return { cookies, bearer: access };
}

const ask = async ({ bearer }: Upline, call: string) => {
  const headers = { authorization: `Bearer ${bearer}` };
  const { status, text } = await visit(site.port, `/api/${call}`, { headers });
  expect(status, call).toBe(200);
  return text;
};
const open = async ({ cookies }: Upline, page: string) => {
  const { status, text } = await visit(site.port, `/en/dashboard/${page}`, { cookies });
  expect(status, page).toBe(200);
  return text;
};

type Row = { username: string; career_status: string; active: boolean; line: number };
const listed = async (upline: Upline, query: string) =>
  (JSON.parse(await ask(upline, `team/?${query}`)) as { items: Row[] }).items;

let root: Upline;
let anna: Upline;
beforeAll(async () => {
  [root, anna] = [await uplineOf('root'), await uplineOf('anna')];
  await hide({ name: NAME, photo: PHOTO, careerStatus: STATUS });
});

/** All texts that an upline can read, by their source. */
async function readAll(upline: Upline): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const call of CALLS) texts.set(call, await ask(upline, call));
  for (const page of PAGES) texts.set(page, await open(upline, page));
  return texts;
}

test('the secrets are read in most places by an upline who may see them', async () => {
  await hide({ showsUpline: true });
  const texts = await readAll(root);
  const telling = [...texts].filter(([, text]) => SECRETS.test(text)).map(([where]) => where);
  for (const where of ['profile', 'team', 'team/jonas', 'team/deep', 'team/tree?at=anna', 'team/members/csv/'])
    expect(telling).toContain(where);
});

test('nowhere once Jonas shows only his username, except by his inviter', async () => {
  await hide({ showsUpline: false });
  for (const [where, text] of await readAll(root)) expect(SECRETS.test(text), where).toBe(false);
  expect(await ask(anna, 'team/jonas/')).toMatch(/Aurora Geheimnis.*of-jonas/s);
  expect(await listed(anna, 'search=aurora')).toMatchObject([{ username: 'jonas', career_status: STATUS }]);
});

test('no search finds him by his hidden name, and each by his username', async () => {
  for (const search of ['aurora', 'Geheimnis', 'aur', 'a', 'jonas aurora', 'jonas geheimnis']) {
    const found = await listed(root, `search=${encodeURIComponent(search)}&limit=100`);
    const isByUsername = [...'jonas'].includes(search);
    expect(
      found.some(({ username }) => username === 'jonas'),
      search,
    ).toBe(isByUsername);
    for (const query of ['find/?words=', 'team/members/csv/?search='])
      expect((await ask(root, query + encodeURIComponent(search))).replaceAll(search, '')).not.toMatch(SECRETS);
  }
  expect(await listed(root, 'search=jonas')).toMatchObject([{ username: 'jonas', line: 2, career_status: 'none' }]);
});

test('neither his place in an order nor a filter gives his name or status away', async () => {
  const placeBy = async (sort: string) =>
    (await listed(root, `sort=${sort}`)).findIndex((row) => row.username === 'jonas');
  const places: number[][] = [];
  for (const name of ['Aaaa', 'Яяяя']) {
    await hide({ name });
    places.push([await placeBy('name'), await placeBy('name_down')]);
  }
  expect(places[0]).toEqual(places[1]);
  for (const query of [`status=${STATUS}`, `status=${STATUS}&sort=name`, `status=${STATUS}&search=jonas`])
    expect((await listed(root, query)).map(({ username }) => username)).not.toContain('jonas');
  expect((await listed(root, 'status=none')).map(({ username }) => username)).toContain('jonas');
  expect((await listed(anna, `status=${STATUS}`)).map(({ username }) => username)).toEqual(['jonas']);
});

test('counts stay as they are, and what he shows again is read at once', async () => {
  const totals = () => ask(root, 'team/totals/');
  const hidden = await totals();
  const [row] = await listed(root, 'search=jonas');
  await hide({ name: NAME, showsUpline: true });
  expect(await totals()).toBe(hidden);
  expect(await listed(root, 'search=aurora')).toMatchObject([
    { ...row, name: NAME, photo: PHOTO, career_status: STATUS },
  ]);
  expect((await listed(root, `status=${STATUS}`)).map(({ username }) => username)).toEqual(['jonas']);
});
