import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connect } from '#server/db/connect.ts';
import { migrateBack } from '#server/db/migrate-back.ts';
import { migrateDatabase, tryHoldStarts } from '#server/db/migrate.ts';
import { FIRST_WITH_WAY_BACK, readMigrations } from '#server/db/migrations.ts';
import { members } from '#server/db/schema/index.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { CAST } from '#server/operator/seed/cast.ts';
import { migrateDemo } from '#server/operator/seed/index.ts';
import { startChild } from '../../support/processes/children.ts';
import { openLine } from '../../support/db/line.ts';
import { migrationsWith } from '../../support/db/more-migrations.ts';
import { schemaDump } from '../../support/db/schema-dump.ts';
import { createTestServices, emptyDatabase, freshDatabase } from '../../support/app/services.ts';
import { silentLog } from '../../support/app/silent-log.ts';

const MIGRATOR = new URL('../../support/processes/migrator.ts', import.meta.url);
const COLUMN = {
  up: 'alter table members add column shoe_size integer',
  down: 'alter table members drop column shoe_size',
};
const INDEX = {
  up: '-- Outside of a transaction.\ncreate index concurrently if not exists "members_newest" on members (registered_at)',
  down: 'drop index members_newest',
};

async function open(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Makes the applied migrations one day older. */
async function makeOld(client: pg.Client): Promise<void> {
  await client.query('update drizzle.__drizzle_migrations set created_at = created_at - 86400000');
}

async function back(databaseUrl: string, folder?: string): Promise<string> {
  const database = connect(databaseUrl, 1);
  try {
    const done = await database.transaction((tx) => migrateBack(tx, folder));
    return 'tag' in done ? done.tag : done.refused;
  } finally {
    await database.close();
  }
}

test('each migration since there are ways back leads to the same schema after it was taken back and applied again', async () => {
  const tags = readMigrations().flatMap(({ tag }, index) => (index >= FIRST_WITH_WAY_BACK ? [tag] : []));
  const databaseUrl = await freshDatabase();
  const client = await open(databaseUrl);
  const whole = await schemaDump(client);
  const taken: string[] = [];
  for (const _ of tags) taken.push(await back(databaseUrl));
  expect(taken).toEqual(tags.toReversed());
  if (tags.length > 0) expect(await schemaDump(client)).not.toEqual(whole);
  await migrateDatabase(databaseUrl);
  expect(await schemaDump(client)).toEqual(whole);
});

test('a start whose line breaks while it waits for another fails, and ends nothing else', async () => {
  const databaseUrl = await emptyDatabase();
  const other = await open(databaseUrl);
  await tryHoldStarts(other);
  const line = await openLine(databaseUrl);
  const started = migrateDatabase(line.databaseUrl).catch(String);
  const isWaiting = async () => {
    const { rows } = await other.query(
      `select from pg_stat_activity where datname = current_database() and state = 'idle' and pid <> pg_backend_pid()
        and query like '%pg_try_advisory_lock%'`,
    );
    return rows.length;
  };
  await expect.poll(isWaiting).toBe(1);
  line.cut();
  expect(await started).toMatch(/connection error|ECONNRESET|terminated/);
});

test('the last migration is taken back, and only that: earlier ones have no way back, later ones are for a later version', async () => {
  const databaseUrl = await freshDatabase();
  const client = await open(databaseUrl);
  const before = await schemaDump(client);
  const folder = migrationsWith(COLUMN, INDEX);
  await migrateDatabase(databaseUrl, silentLog, folder);
  const after = await schemaDump(client);
  expect(after.filter((line) => !before.includes(line))).toEqual([
    'column members.shoe_size integer default ',
    expect.stringContaining('members_newest'),
  ]);

  expect(await back(databaseUrl)).toMatch(/of a later version/);
  expect(await back(databaseUrl, folder)).toBe('9001_more');
  await migrateDatabase(databaseUrl, silentLog, folder);
  expect(await schemaDump(client)).toEqual(after);
  expect(await back(databaseUrl, folder)).toBe('9001_more');
  expect(await back(databaseUrl, folder)).toBe('9000_more');
  expect(await schemaDump(client)).toEqual(before);

  // A migration without a down file stays.
  const earlier = migrationsWith({ up: 'create table shoes (size integer)' });
  await migrateDatabase(databaseUrl, silentLog, earlier);
  expect(await back(databaseUrl, earlier)).toMatch(/^There is no way back from 9000_more/);
});

test('the previous version starts on the schema of the next one, and leaves it as it is', async () => {
  const databaseUrl = await freshDatabase();
  const client = await open(databaseUrl);
  await migrateDatabase(databaseUrl, silentLog, migrationsWith(COLUMN));
  const after = await schemaDump(client);
  await migrateDatabase(databaseUrl);
  expect(await schemaDump(client)).toEqual(after);
});

test('the operator takes a migration back with a reason, in one transaction with its entry', async () => {
  const { services } = await createTestServices();
  expect(await runCommand(services, ['migrations', 'back'], 'olga')).toMatchObject({ refused: /--why/ });
  // Our last migration may have no down file.
  const last = readMigrations().at(-1);
  const done = await runCommand(services, ['migrations', 'back', '--why', 'pages are slow'], 'olga');
  expect(done).toMatchObject(last?.back ? { data: { migration: last.tag } } : { refused: /no way back/ });
});

test('a database from before the first release is refused in a sentence, and stays as it is', async () => {
  const { services, databaseUrl } = await createTestServices();
  const client = await open(databaseUrl);
  await makeOld(client);
  const before = await schemaDump(client);
  await expect(migrateDatabase(databaseUrl)).rejects.toThrow(/made before Atrium’s first release .* use an empty one/);
  expect(await schemaDump(client)).toEqual(before);
  expect(await services.db.$count(members)).toBe(CAST.length);
});

describe('the demo’s database from before the first release', () => {
  test('is made anew, which is said', async () => {
    const { databaseUrl } = await createTestServices();
    const client = await open(databaseUrl);
    const before = await schemaDump(client);
    await makeOld(client);
    const said: unknown[] = [];
    await migrateDemo(databaseUrl, (...line) => said.push(line));
    expect(said).toEqual([['warn', 'migration', { message: expect.stringMatching(/It is made anew/) }]]);
    expect(await schemaDump(client)).toEqual(before);
    expect((await client.query('select from members')).rowCount).toBe(0);
    await migrateDemo(databaseUrl, (...line) => said.push(line));
    expect(said).toHaveLength(1);
  });

  test('stays where its people are not the demo’s', async () => {
    const { databaseUrl } = await createTestServices({ people: [{ ...CAST[0]!, username: 'somebody' }] });
    const client = await open(databaseUrl);
    await makeOld(client);
    await expect(migrateDemo(databaseUrl, silentLog)).rejects.toThrow(/before Atrium’s first release/);
    expect((await client.query('select from members')).rowCount).toBe(1);
  });

  test('stays as it is when this version made it', async () => {
    const { databaseUrl } = await createTestServices();
    const client = await open(databaseUrl);
    await migrateDemo(databaseUrl, silentLog);
    expect((await client.query('select from members')).rowCount).toBe(CAST.length);
  });
});

test('a table in use is waited for a second at a time, and tried again, so that readers never wait for long', async () => {
  const databaseUrl = await freshDatabase();
  const reader = await open(databaseUrl);
  await reader.query('begin; select from members');
  const said: unknown[] = [];
  const migrated = migrateDatabase(databaseUrl, (...line) => said.push(line), migrationsWith(COLUMN));
  await expect.poll(() => said.length).toBe(2);
  await reader.query('commit');
  await migrated;
  expect(said[0]).toEqual(['warn', 'migration', expect.objectContaining({ tag: '9000_more', tried: 1 })]);
  expect((await reader.query('select shoe_size from members')).rows).toEqual([]);
});

test('a migration that fails leaves nothing of itself, and what came before it', async () => {
  const databaseUrl = await freshDatabase();
  const client = await open(databaseUrl);
  const broken = { up: 'create table shoes (size integer);--> statement-breakpoint\nselect no_such_thing' };
  await expect(migrateDatabase(databaseUrl, silentLog, migrationsWith(COLUMN, broken))).rejects.toThrow(
    'no_such_thing',
  );
  expect((await client.query("select to_regclass('shoes') as shoes")).rows).toEqual([{ shoes: null }]);
  expect((await client.query('select shoe_size from members')).rows).toEqual([]);
});

test('copies that start together make an index concurrently once, and none waits for ever', async () => {
  const databaseUrl = await emptyDatabase();
  const folder = migrationsWith(INDEX);
  const copies = await Promise.all([1, 2, 3].map(() => startChild(MIGRATOR, databaseUrl, folder)));
  expect(await Promise.all(copies.map((copy) => copy.ask('go')))).toEqual(['done', 'done', 'done']);
  const dump = await schemaDump(await open(databaseUrl));
  expect(dump.filter((line) => line.includes('members_newest'))).toEqual([expect.not.stringContaining('invalid')]);
});
