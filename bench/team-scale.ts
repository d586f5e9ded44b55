import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openTeamHouses, type Team } from './team-houses.ts';
import { operationsOn } from './team-operations.ts';

/**
 * What each operation of the team page costs with 1,000 to 1,000,000 members below one person, and 1,000 deep.
 * `node bench/team-scale.ts --sizes 1000,100000 --runs 50` for less.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000,1000000' },
    runs: { type: 'string', default: '100' },
  },
});
const RUNS = Number(values.runs);
const WARM_UP = 15;
/** Nothing may take the bench longer than this. */
const LIMIT_MS = 20_000;

const sizes = values.sizes.split(',').map(Number);
const teams: Team[] = [
  ...sizes.map((members): Team => ({ name: members.toLocaleString('en'), members, shape: 'random' })),
  { name: 'chain of 1,000', members: 1000, shape: 'chain' },
];
const { houses, close } = await openTeamHouses(teams);

const table: Record<string, Record<string, string | number>> = {};
const measured: Record<string, Record<string, { median: number; p95: number }>> = {};
try {
  const operations = await Promise.all(houses.map(operationsOn));
  for (const index of operations[0]?.keys() ?? []) await measure(index);
  async function measure(index: number) {
    const times = houses.map((): number[] => []);
    const name = operations[0]?.[index]?.name ?? '';
    const began = performance.now();
    for (let run = -WARM_UP; run < RUNS && performance.now() - began < LIMIT_MS * houses.length; run += 1) {
      // In turn, so that a slow moment of the machine meets all of them.
      for (const [place, list] of operations.entries()) {
        const operation = list[index];
        await operation?.prepare?.();
        const start = performance.now();
        await operation?.run();
        if (run >= 0) times[place]?.push(performance.now() - start);
      }
    }
    const figures = times.map((list) => ({ median: quantile(list, 0.5), p95: quantile(list, 0.95) }));
    const [smallest] = figures;
    const largest = figures[sizes.length - 1];
    const chain = figures.at(-1);
    measured[name] = Object.fromEntries(
      houses.map((house, place) => [house.name, figures[place] ?? { median: 0, p95: 0 }]),
    );
    table[name] = {
      ...Object.fromEntries(houses.map((house, place) => [house.name, words(figures[place])])),
      'largest ÷ smallest': ratio(largest, smallest),
      'chain ÷ smallest': ratio(chain, smallest),
    };
  }
} finally {
  await close();
}

console.log(`median / p95 of ${RUNS} runs each, milliseconds, measured in turn`);
console.table(table);
const seeding = houses.map(({ name, seedSeconds, bytesPerMember }) => ({
  team: name,
  seedSeconds: Math.round(seedSeconds * 10) / 10,
  bytesPerMember,
}));
console.table(seeding);
await writeFile('bench/team-scale.json', `${JSON.stringify({ runs: RUNS, seeding, operations: measured }, null, 2)}\n`);

function quantile(list: number[], share: number): number {
  return list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * share)] ?? 0;
}

function words(figure: { median: number; p95: number } | undefined): string {
  return figure ? `${figure.median.toFixed(1)} / ${figure.p95.toFixed(1)}` : '';
}

function ratio(one: { median: number } | undefined, other: { median: number } | undefined): number {
  return Math.round(((one?.median ?? 0) / (other?.median ?? 1)) * 100) / 100;
}
