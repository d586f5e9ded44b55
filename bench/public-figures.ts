import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { getDisclosure } from '#contracts/disclosure.ts';
import { getTransparency } from '#contracts/transparency.ts';
import { addSeconds } from '#server/base/clock.ts';
import { openDisclosure } from '#server/members/partner/index.ts';
import { countMonths } from '#server/members/transparency/index.ts';
import { seedPlans } from '#server/operator/seed/places.ts';
import { apiOf, dataOf } from '../tests/support/app/api.ts';
import { fillMoney } from './fill-money.ts';
import { fillPlaces } from './fill-places.ts';
import { createTeamServices } from './team-services.ts';

/**
 * Seconds to count what everybody may read, once per size: transparency, disclosure, and the counters of a team that a
 * migration fills. `node bench/public-figures.ts --sizes 100000` for less.
 */
const { values } = parseArgs({ options: { sizes: { type: 'string', default: '1000,100000,1000000' } } });
const sizes = values.sizes.split(',').map(Number);
const MIGRATION = 'src/server/db/migrations/0019_transparency.sql';
const DAY_SECONDS = 86_400;

const table = [];
for (const members of sizes) {
  const { allServices, close } = await createTeamServices([
    { name: members.toLocaleString('en'), members, shape: 'random' },
  ]);
  try {
    const { services, url, app } = allServices[0]!;
    const api = apiOf(app);
    await services.transaction((tx) => seedPlans(tx, services));
    const filled = await secondsOf(async () => {
      await fillPlaces(url, 'licenses-1');
      await fillMoney(url);
    });
    const tomorrow = { now: () => addSeconds(services.clock.now(), DAY_SECONDS) };
    const row = {
      members,
      filled,
      'transparency, first count': await secondsOf(() => countMonths(services)),
      'transparency, next day': await secondsOf(() => countMonths({ ...services, clock: tomorrow })),
      'transparency, request': await secondsOf(async () => dataOf(await api.call(getTransparency, {}))),
      'disclosure with plans': await secondsOf(() => openDisclosure(services).read()),
      'disclosure, request': await secondsOf(async () => dataOf(await api.call(getDisclosure, {}))),
      'registrations wait': await secondsOf(() => fillCounters(url)),
    };
    console.error(JSON.stringify(row));
    table.push(row);
  } finally {
    await close();
  }
}
console.table(table);

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return Math.round(performance.now() - began) / 1000;
}

/** The last statement of the migration, which holds the lock of members while it runs. */
async function fillCounters(url: string): Promise<void> {
  const statements = (await readFile(MIGRATION, 'utf8')).split('--> statement-breakpoint');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statements.at(-1)!);
  } finally {
    await client.end();
  }
}
