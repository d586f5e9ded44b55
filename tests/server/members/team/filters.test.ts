import { expect, test } from 'vitest';
import { TEAM_SORTS } from '#contracts/team.ts';
import type { TeamFilter } from '#server/members/team/team-query.ts';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';
import { idOf, createCrowdedServices, pageOf } from './crowded-services.ts';
import { filtered, teamBelow } from './naive.ts';
import { isLong } from '../../../support/everyday.ts';

const { services } = await createCrowdedServices({ ivan: 2600, priya: 400 });
const ivan = await idOf(services, 'ivan');
const team = await teamBelow(services.db, ivan);
const someDay = team[1300]?.day;

/** All combinations are tried. */
const CHOICES: { [Name in keyof TeamFilter]?: TeamFilter[Name][] } = {
  line: [undefined, 1, 4],
  active: [undefined, 'yes', 'no'],
  real_estate: [undefined, 'yes', 'no'],
  status: [undefined, ['none'], ['director', 'gold_director', 'platinum_manager']],
  registered_from: [undefined, someDay],
  registered_to: [undefined, someDay],
  search: [undefined, 'Ким', 'வம்'],
  sort: [...TEAM_SORTS],
};

function combinations(): TeamFilter[] {
  let found: TeamFilter[] = [{}];
  for (const [name, choices] of Object.entries(CHOICES))
    found = found.flatMap((filter) =>
      choices.map((choice) => (choice === undefined ? filter : { ...filter, [name]: choice })),
    );
  return found;
}

test('combinations of filters and sorts give what a naive look at everybody gives', async () => {
  const limit = 20;
  for (const filter of combinations().filter((_, index) => isLong || index % 7 === 0)) {
    const right = filtered(team, filter);
    const { rows, next } = await pageOf(services, ivan, { ...filter, limit });
    expect(
      rows.map(({ username }) => username),
      JSON.stringify(filter),
    ).toEqual(right.slice(0, limit).map(({ username }) => username));
    expect(next !== null, JSON.stringify(filter)).toBe(right.length > limit);
  }
});

test('what a row says of somebody is so', async () => {
  const { rows } = await pageOf(services, ivan, { sort: 'line', limit: 60 });
  for (const row of rows) {
    const one = team.find(({ id }) => id === row.id);
    const { length } = await teamBelow(services.db, row.id);
    const { line, active, realEstate, careerStatus, day } = row;
    expect({ line, active, realEstate, careerStatus, day, inTeam: length }).toEqual({
      line: one?.line,
      active: one?.active,
      realEstate: one?.realEstate,
      careerStatus: one?.careerStatus,
      day: one?.day,
      inTeam: row.inTeam,
    });
  }
});

test('a search finds any part of a username or a name, in any script, small or capital, or nobody', async () => {
  const last = team.at(-1)?.username ?? '';
  const words = [
    'О',
    'ль',
    'ольга',
    'ОЛЬГА КИМ',
    'a k',
    'kim1',
    last,
    last.toUpperCase(),
    'க',
    'செல்வம் ரா',
    'सुनीता मिश्रा',
  ];
  const others = ['é', 'ÉLODIE', 'ß', 'кимм', 'x'.repeat(64), 'qzqz', '7', '  Ким  '];
  for (const search of [...words, ...others]) {
    const right = filtered(team, { search });
    const { rows } = await pageOf(services, ivan, { search, limit: 100 });
    expect(
      rows.map(({ id }) => id),
      search,
    ).toEqual(right.slice(0, 100).map(({ id }) => id));
  }
});

test('any part of what somebody is called finds whom a naive look finds, be it short or long', async () => {
  const random = seededRandom(9);
  for (let length = 1; length <= 14; length += 1)
    for (const someone of [1, 2, 3, 4].map(() => team[Math.floor(random() * team.length)])) {
      const letters = [...(someone?.words ?? '')];
      const from = Math.floor(random() * (letters.length - length));
      const search = letters.slice(from, from + length).join('');
      const { rows } = await pageOf(services, ivan, { search, limit: 100 });
      expect(
        rows.map(({ id }) => id),
        search,
      ).toEqual(
        filtered(team, { search })
          .slice(0, 100)
          .map(({ id }) => id),
      );
    }
});

test('an empty search and one of spaces find everybody', async () => {
  for (const search of ['', '   ']) expect((await pageOf(services, ivan, { search })).rows).toHaveLength(25);
});
