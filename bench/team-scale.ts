import { parseArgs } from 'node:util';
import { type Figure, measureInTurn, ratio, words } from './figures.ts';
import { createTeamServices, type Team } from './team-services.ts';
import { operationsOn } from './team-operations.ts';
import { measureMachine } from './quality/machine.ts';
import { writeFigures } from './quality/written.ts';

/**
 * Cost of each operation of the team page, with 1,000 to 1,000,000 members below one person, and with a chain of 1,000.
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
/** Limit per operation, so that a slow one does not stop the bench. */
const LIMIT_MS = 20_000;

const FULL_SIZE = 1_000_000;

const sizes = values.sizes.split(',').map(Number);
const machine = await measureMachine();
const teams: Team[] = [
  ...sizes.map((members): Team => ({ name: members.toLocaleString('en'), members, shape: 'random' })),
  { name: 'chain of 1,000', members: 1000, shape: 'chain' },
];
const { allServices, close } = await createTeamServices(teams);

const table: Record<string, Record<string, string | number>> = {};
const measured: Record<string, Record<string, Figure>> = {};
try {
  const operations = await Promise.all(allServices.map(operationsOn));
  for (const [index, { name }] of (operations[0] ?? []).entries()) {
    const same = operations.flatMap((list) => list[index] ?? []);
    const figures = await measureInTurn(same, { runs: RUNS, warmUp: WARM_UP, limitMs: LIMIT_MS });
    const [smallest] = figures;
    measured[name] = Object.fromEntries(
      allServices.map((team, place) => [team.name, figures[place] ?? { median: 0, p95: 0 }]),
    );
    table[name] = {
      ...Object.fromEntries(allServices.map((team, place) => [team.name, words(figures[place])])),
      'largest ÷ smallest': ratio(figures[sizes.length - 1], smallest),
      'chain ÷ smallest': ratio(figures.at(-1), smallest),
    };
  }
} finally {
  await close();
}

console.log(`median / p95 of ${RUNS} runs each, milliseconds, measured in turn`);
console.table(table);
const seeding = allServices.map(({ name, seedSeconds, bytesPerMember }) => ({
  team: name,
  seedSeconds: Math.round(seedSeconds * 10) / 10,
  bytesPerMember,
}));
console.table(seeding);
const largest = sizes.at(-1) ?? 0;
const isWhole = largest >= FULL_SIZE;
const worst = (column: string) => Math.max(...Object.values(table).map((row) => Number(row[column])));
const tooSmall = `it ran with ${largest.toLocaleString('en')} at most`;
await writeFigures('team-scale', {
  machine,
  figures: {
    'chain ÷ smallest': worst('chain ÷ smallest'),
    ...(isWhole && {
      'largest ÷ smallest': worst('largest ÷ smallest'),
      'seeding a million': (allServices[sizes.length - 1]?.seedSeconds ?? Number.NaN) / 60,
    }),
  },
  missing: { 'largest ÷ smallest': tooSmall, 'seeding a million': tooSmall },
  details: { runs: RUNS, seeding, operations: measured },
});
