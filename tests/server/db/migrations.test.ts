import { expect, test } from 'vitest';
import { connect } from '#server/db/connect.ts';
import { readMigrations } from '#server/db/migrations.ts';
import { seedEmptyDemo } from '#server/operator/seed/index.ts';
import { CAST } from '#server/operator/seed/cast.ts';
import { systemClock } from '#server/base/clock.ts';
import { startChild } from '../../support/processes/children.ts';
import { emptyDatabase, freshDatabase } from '../../support/app/services.ts';

const MIGRATOR = new URL('../../support/processes/migrator.ts', import.meta.url);

test('copies of the app that start together bring an empty database up to date once', async () => {
  const databaseUrl = await emptyDatabase();
  const copies = await Promise.all([1, 2, 3].map(() => startChild(MIGRATOR, databaseUrl)));
  expect(await Promise.all(copies.map((copy) => copy.ask('go')))).toEqual(['done', 'done', 'done']);

  const { pool, close } = connect(databaseUrl, 1);
  const { rows } = await pool.query(
    'select count(*)::int as applied, count(distinct hash)::int as different from drizzle.__drizzle_migrations',
  );
  await close();
  const files = readMigrations().length;
  expect(rows).toEqual([{ applied: files, different: files }]);
});

test('copies that start together on an empty demo fill it once', async () => {
  const database = connect(await freshDatabase());
  const filled = await Promise.all([1, 2, 3].map(() => seedEmptyDemo({ ...database, clock: systemClock }, CAST)));
  await database.close();
  expect(filled.toSorted()).toEqual([CAST.length, undefined, undefined]);
});
