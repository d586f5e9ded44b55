import { type Crowd, plantCrowd } from '#server/operator/seed/crowd.ts';
import { type BenchServices, openBenchServer } from './bench-server.ts';

export type Team = { name: string; members: number; shape: Crowd['shape'] };

/** An app with a filled team below Anna, and the cost of filling it. */
export type TeamServices = Team & BenchServices & { seedSeconds: number; bytesPerMember: number };

/** All teams are on one server, so that their operations can be measured in turn. */
export async function createTeamServices(
  teams: Team[],
): Promise<{ allServices: TeamServices[]; close(): Promise<void> }> {
  const server = await openBenchServer();
  const allServices: TeamServices[] = [];
  try {
    for (const team of teams) {
      const opened = await server.createServices(`team_${team.shape}_${team.members}`);
      allServices.push({ ...team, ...opened, ...(await fill(opened, team)) });
    }
    return { allServices, close: server.close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function fill({ url, services }: BenchServices, team: Team) {
  const began = performance.now();
  const { clock, config } = services;
  const crowd = { ...team, under: 'anna', timeZone: config.timeZone, until: clock.now() };
  const planted = await plantCrowd(url, crowd, (phase, share) => {
    if (share === 0) console.error(`${team.name}: ${phase} at ${((performance.now() - began) / 1000).toFixed(0)} s`);
  });
  const seedSeconds = (performance.now() - began) / 1000;
  return { seedSeconds, bytesPerMember: Math.round((planted?.bytes ?? 0) / team.members) };
}
