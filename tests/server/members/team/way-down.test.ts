import { expect, test } from 'vitest';
import { getTeamMember } from '#contracts/team.ts';
import { plantCrowd } from '#server/operator/seed/crowd.ts';
import { apiOf, dataOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { idOf } from './crowded-services.ts';
import { teamBelow } from './naive.ts';

const { services, app, databaseUrl } = await createTestServices();
const until = services.clock.now();
await plantCrowd(databaseUrl, { members: 40, shape: 'chain', under: 'ivan', timeZone: 'Europe/Moscow', until });
const chain = (await teamBelow(services.db, await idOf(services, 'ivan'))).toSorted((a, b) => a.line - b.line);
const api = apiOf(app);
const { access: bearer } = await api.signIn('ivan');

const wayTo = async (line: number) => {
  const { username } = chain[line - 1]!;
  const { path } = dataOf(await api.call(getTeamMember, { username }, { bearer }));
  return { first: names(path.first), leftOut: path.left_out, last: names(path.last) };
};
const names = (users: { username: string }[]) => users.map(({ username }) => username);
const chainNames = names(chain);

test('to the first line there is nobody on the way', async () => {
  expect(await wayTo(1)).toEqual({ first: [], leftOut: 0, last: [] });
});

test.each([2, 6, 7, 11])('to line %i everybody on the way is named', async (line) => {
  const { first, leftOut, last } = await wayTo(line);
  expect(leftOut).toBe(0);
  expect([...first, ...last]).toEqual(chainNames.slice(0, line - 1));
});

test.each([12, 13, 40])('to line %i only the two ends are named, and the rest counted', async (line) => {
  expect(await wayTo(line)).toEqual({
    first: chainNames.slice(0, 5),
    leftOut: line - 11,
    last: chainNames.slice(line - 6, line - 1),
  });
});
