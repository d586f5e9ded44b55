import { expect, test } from 'vitest';
import { TEAM_SORTS } from '#contracts/team.ts';
import type { TeamFilter } from '#server/members/team/team-query.ts';
import { TEAM_FILE_MAX } from '#server/members/team/write-team-file.ts';
import { apiOf } from '../../../support/app/api.ts';
import { rawCall } from '../../../support/app/raw-call.ts';
import { idOf, createCrowdedServices, pageOf } from './crowded-services.ts';
import { filtered, teamBelow } from './naive.ts';

/** Larger than both limits: members checked one by one, and teams read whole. */
const { services, app } = await createCrowdedServices({ ivan: 20_600, priya: 400 });
const ivan = await idOf(services, 'ivan');
const NARROWED: TeamFilter[] = [{}, { active: 'yes' }, { line: 9 }, { status: ['platinum_manager'] }];
const team = await teamBelow(services.db, ivan);

test('a search in a large team finds whom a naive look finds, rare words and common ones, in every order', async () => {
  const searches = ['सुनीता मिश्रा', 'கார்த்தி ராஜன்', 'Ким', 'a', 'qzqz', team[77]?.username ?? ''];
  for (const search of searches)
    for (const sort of TEAM_SORTS)
      for (const narrowed of NARROWED) {
        const filter = { ...narrowed, search, sort, limit: 20 };
        const { rows } = await pageOf(services, ivan, filter);
        expect(
          rows.map(({ username }) => username),
          JSON.stringify(filter),
        ).toEqual(
          filtered(team, filter)
            .slice(0, 20)
            .map(({ username }) => username),
        );
      }
});

test('a file of a team ends at its bound, and its last line says so', async () => {
  const { access } = await apiOf(app).signIn('ivan');
  const headers = { authorization: `Bearer ${access}`, 'accept-language': 'en' };
  const { text } = await rawCall(app, '/api/team/members/csv/', { headers });
  const lines = text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(TEAM_FILE_MAX + 2);
  expect(lines.at(-1)).toMatch(/^,Only the first 20\s000 members\./);
  expect(new Set(lines.slice(1, -1)).size).toBe(TEAM_FILE_MAX);
});
