import { type Crowd, plantCrowd } from '#server/seed/crowd.ts';
import { type BenchHouse, openBenchServer } from './bench-server.ts';

export type Team = { name: string; members: number; shape: Crowd['shape'] };

/** A house with so many members below Anna, and what it cost to fill it. */
export type TeamHouse = Team & BenchHouse & { seedSeconds: number; bytesPerMember: number };

/** All teams stand on one server, so that their operations can be measured in turn. */
export async function openTeamHouses(teams: Team[]): Promise<{ houses: TeamHouse[]; close(): Promise<void> }> {
  const server = await openBenchServer();
  const houses: TeamHouse[] = [];
  try {
    for (const team of teams) {
      const opened = await server.openHouse(`team_${team.shape}_${team.members}`);
      houses.push({ ...team, ...opened, ...(await fill(opened, team)) });
    }
    return { houses, close: server.close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function fill({ url, house }: BenchHouse, team: Team) {
  const began = performance.now();
  const { clock, config } = house;
  const crowd = { ...team, under: 'anna', timeZone: config.timeZone, until: clock.now() };
  const planted = await plantCrowd(url, crowd, (phase, share) => {
    if (share === 0) console.error(`${team.name}: ${phase} at ${((performance.now() - began) / 1000).toFixed(0)} s`);
  });
  const seedSeconds = (performance.now() - began) / 1000;
  return { seedSeconds, bytesPerMember: Math.round((planted?.bytes ?? 0) / team.members) };
}
