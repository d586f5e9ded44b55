import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { isRefused } from '#domain/refusals.ts';
import { payFor, requestPlaces, seedPlans } from '#server/operator/seed/places.ts';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';
import { readHoldings, readStructure } from '#server/members/places/index.ts';
import { type Figure, measureInTurn, ratio, words } from './figures.ts';
import { fillPlaces } from './fill-places.ts';
import { createTeamServices, type TeamServices } from './team-services.ts';
import { measureMachine } from './quality/machine.ts';
import { writeFigures } from './quality/written.ts';

/**
 * Cost of a board, a structure and an activation with 100 to 100,000 places on one plan. `node bench/places-scale.ts
 * --sizes 100,10000 --runs 50` for less.
 */
const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '100,10000,100000' }, runs: { type: 'string', default: '100' } },
});
const RUNS = Number(values.runs);
const PLAN = 'licenses-1';
const FULL_SIZE = 100_000;
const sizes = values.sizes.split(',').map(Number);
const machine = await measureMachine();
const { allServices, close } = await createTeamServices(
  sizes.map((members) => ({ name: members.toLocaleString('en'), members, shape: 'random' })),
);

const table: Record<string, Record<string, string | number>> = {};
const measured: Record<string, Record<string, Figure>> = {};
try {
  for (const { services, url } of allServices) {
    await services.transaction((tx) => seedPlans(tx, services));
    await fillPlaces(url, PLAN);
  }
  const operations = await Promise.all(allServices.map(operationsOn));
  for (const [index, { name }] of (operations[0] ?? []).entries()) {
    const same = operations.flatMap((list) => list[index] ?? []);
    const figures = await measureInTurn(same, { runs: RUNS, warmUp: 15, limitMs: 20_000 });
    measured[name] = Object.fromEntries(allServices.map((team, place) => [team.name, figures[place] ?? NONE]));
    table[name] = {
      ...Object.fromEntries(allServices.map((team, place) => [team.name, words(figures[place])])),
      'largest ÷ smallest': ratio(figures.at(-1), figures[0]),
    };
  }
} finally {
  await close();
}
console.log(`median / p95 of ${RUNS} runs each, milliseconds, measured in turn`);
console.table(table);
const largest = sizes.at(-1) ?? 0;
const worst = Math.max(...Object.values(table).map((row) => Number(row['largest ÷ smallest'])));
await writeFigures('places-scale', {
  machine,
  figures: largest >= FULL_SIZE ? { 'largest ÷ smallest': worst } : {},
  missing: { 'largest ÷ smallest': `it ran with ${largest.toLocaleString('en')} at most` },
  details: { runs: RUNS, operations: measured },
});

async function operationsOn({ services, members }: TeamServices) {
  const random = seededRandom(11);
  const one = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
    (await services.db.execute<Row>(query)).rows[0];
  const anna = (await one<{ id: number }>(sql`select id from members where username = 'anna'`))?.id ?? 0;
  const last = (await one<{ id: number }>(sql`select max(id) as id from places`))?.id ?? 1;
  const deepest = (await one<{ id: number }>(sql`select id from places order by depth desc, id limit 1`))?.id ?? 1;
  const structure = async (node: number) => {
    const found = await readStructure(services.db, anna, { platform: 'licenses', node });
    if (isRefused(found)) throw new Error(JSON.stringify(found));
  };
  let newcomers = 0;
  let newcomer = 0;
  return [
    { name: 'board', run: () => readHoldings(services.db, anna, 'licenses', undefined) },
    { name: 'structure, from the top', run: () => structure(1) },
    { name: 'structure, anywhere', run: () => structure(1 + Math.floor(random() * last)) },
    { name: 'structure, at the bottom', run: () => structure(deepest) },
    {
      name: 'activation, below anybody',
      async prepare() {
        newcomers += 1;
        const inviter = await one<{ id: number }>(
          sql`select member_id as id from places where id = ${1 + Math.floor(random() * members)}`,
        );
        const name = `newcomer.${process.pid}.${newcomers}`;
        const row = await one<{ id: number }>(sql`
          insert into members (username, email, password_hash, language, ref_code, inviter_id, registered_at, registered_on,
            activated_at)
          values (${name}, ${name}, '-', 'ru', ${name}, ${inviter?.id ?? anna}, now(), now()::date, now()) returning id`);
        newcomer = row?.id ?? 0;
      },
      run: () =>
        services.transaction(async (tx) => {
          const [row] = await requestPlaces(tx, [{ memberId: newcomer, planId: PLAN, at: services.clock.now() }]);
          await payFor(tx, services, row);
        }),
    },
  ];
}

const NONE: Figure = { median: 0, p95: 0 };
