import { expect, test } from 'vitest';
import { listRegistrations } from '#contracts/profile.ts';
import { getTeamGrowth, getTeamMember, getTeamTotals, listTeam, TEAM_SORTS } from '#contracts/team.ts';
import type { InputOf } from '#contracts/contract.ts';
import { members } from '#server/db/schema/index.ts';
import { apiOf, dataOf } from '../../../support/app/api.ts';
import { rawCall } from '../../../support/app/raw-call.ts';
import { idOf, createCrowdedServices } from './crowded-services.ts';
import { type Below, teamBelow } from './naive.ts';

const { services, app } = await createCrowdedServices({ ivan: 60, priya: 60, jonas: 3, root: 20 });
const api = apiOf(app);
const everybody = await services.db.select().from(members);

type Viewer = { username: string; bearer: string; team: Below[]; names: Set<string> };
const viewers = await Promise.all(['anna', 'ivan', 'priya', 'marie'].map(openViewer));

async function openViewer(username: string): Promise<Viewer> {
  const team = await teamBelow(services.db, await idOf(services, username));
  const { access } = await api.signIn(username);
  return { username, bearer: access, team, names: new Set(team.map((one) => one.username)) };
}

const list = async ({ bearer }: Viewer, input: InputOf<typeof listTeam>) =>
  dataOf(await api.call(listTeam, input, { bearer }));

const PARAMETERS: InputOf<typeof listTeam>[] = [
  {},
  { search: 'anna' },
  { search: 'root' },
  { search: 'a' },
  { search: '.' },
  { search: 'ким' },
  { line: '1' },
  { line: '2', active: 'yes' },
  { active: 'no' },
  { real_estate: 'yes' },
  { status: 'platinum_manager,regional_director,director,none' },
  { registered_from: '2000-01-01' },
  { registered_to: '2100-01-01', search: 'o', sort: 'line' },
  { sort: 'oldest', active: 'yes' },
];

test.each(viewers)('$username sees nobody outside their own team, whatever they ask for', async (viewer) => {
  for (const input of PARAMETERS) {
    const { items } = await list(viewer, { ...input, limit: '100' });
    const strangers = items.filter(({ username }) => !viewer.names.has(username));
    expect(strangers, JSON.stringify(input)).toEqual([]);
  }
  expect((await list(viewer, { limit: '100' })).items).toHaveLength(Math.min(100, viewer.team.length));
});

test.each(viewers)(
  '$username tries every username there is: their team opens, the rest is not there',
  async (viewer) => {
    const answers = await Promise.all(everybody.map(({ username }) => card(viewer, username)));
    const nobody = await card(viewer, 'no.such.person');
    expect(nobody).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: expect.stringMatching(/\w \w.*\./) },
    });
    for (const [place, { username }] of everybody.entries()) {
      if (viewer.names.has(username))
        expect(answers[place], username).toMatchObject({ status: 200, body: { username } });
      else expect(answers[place], username).toEqual(nobody);
    }
  },
);

async function card({ bearer }: Viewer, username: string) {
  const headers = { authorization: `Bearer ${bearer}`, 'accept-language': 'en' };
  const { status, body } = await rawCall(app, `/api/team/${encodeURIComponent(username)}/`, { headers });
  return { status, body };
}

test.each(viewers)('the card of anybody below $username names on the way only people below them', async (viewer) => {
  for (const { username, line } of viewer.team.filter((_, place) => place % 5 === 0)) {
    const {
      path,
      line: told,
      in_team: inTeam,
    } = dataOf(await api.call(getTeamMember, { username }, { bearer: viewer.bearer }));
    expect(told).toBe(line);
    const named = [...path.first, ...path.last];
    expect(named.length + path.left_out).toBe(line - 1);
    expect(named.filter((upline) => !viewer.names.has(upline.username))).toEqual([]);
    expect(inTeam).toBe((await teamBelow(services.db, await idOf(services, username))).length);
  }
});

test('every cursor of every other member shows a viewer only their own', async () => {
  const cursors = new Set<string>();
  for (const viewer of viewers) {
    for (const sort of TEAM_SORTS) {
      let cursor: string | null = '';
      do {
        const page: Awaited<ReturnType<typeof list>> = await list(viewer, { sort, cursor, limit: '9' });
        cursor = page.next;
        if (cursor) cursors.add(`${sort} ${cursor}`);
      } while (cursor);
    }
  }
  expect(cursors.size).toBeGreaterThan(50);
  for (const viewer of viewers) {
    for (const [sort = '', cursor = ''] of [...cursors].map((pair) => pair.split(' '))) {
      const { items } = await list(viewer, { sort: sort as 'newest', cursor, limit: '100' });
      expect(items.filter(({ username }) => !viewer.names.has(username))).toEqual([]);
    }
  }
});

test.each(viewers)('the numbers $username is shown count their team and nobody else', async ({ bearer, team }) => {
  const totals = dataOf(await api.call(getTeamTotals, {}, { bearer }));
  const firstLine = team.filter(({ line }) => line === 1);
  expect(totals).toMatchObject({
    whole_team: team.length,
    active_team: team.filter(({ active }) => active).length,
    left_team: 0,
    first_line: firstLine.length,
    inactive_first_line: firstLine.filter(({ active }) => !active).length,
    total_views: 0,
  });
  const { items } = dataOf(await api.call(getTeamGrowth, { days: '366' }, { bearer }));
  expect(items.reduce((sum, { registrations }) => sum + registrations, 0)).toBe(team.length);
});

test.each(viewers)('the newest registrations of $username are their own', async ({ bearer, names, team }) => {
  const { items } = dataOf(await api.call(listRegistrations, {}, { bearer }));
  expect(items).toHaveLength(Math.min(10, team.length));
  expect(items.filter(({ username }) => !names.has(username))).toEqual([]);
});
