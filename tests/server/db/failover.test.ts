import { expect, onTestFinished, test } from 'vitest';
import { connect, type Database } from '#server/db/connect.ts';
import { isDatabaseDown } from '#server/db/failures.ts';
import { openAddress } from '../../support/db/address.ts';
import { openPair } from '../../support/db/standby.ts';

async function openServers() {
  const servers = await openPair();
  onTestFinished(servers.close);
  await servers.primary.query('create table notes (word text)');
  return servers;
}

function openDatabase(databaseUrl: string): Database {
  const database = connect(databaseUrl, 2);
  onTestFinished(() => database.close());
  return database;
}

/** Whether a word was written or the database was away. Throws other errors. */
async function write({ transaction }: Database, word: string): Promise<'written' | 'away'> {
  return transaction((tx) => tx.execute(`insert into notes values ('${word}')`)).then(
    () => 'written',
    (error: unknown) => {
      if (!isDatabaseDown(error)) throw error;
      return 'away';
    },
  );
}

const read = ({ db }: Database) =>
  db.execute('select from notes').then(
    () => 'read',
    (error: unknown) => (isDatabaseDown(error) ? 'away' : error),
  );

test('a standby at the address is a database that is away', async () => {
  const { standby } = await openServers();
  const database = openDatabase(standby.databaseUrl);
  expect(await write(database, 'never')).toBe('away');
  expect(await read(database)).toBe('away');
});

test('a connection that turns out to take no writes is given up, and the next one looks again', async () => {
  const { primary } = await openServers();
  const database = openDatabase(primary.databaseUrl);
  expect(await write(database, 'first')).toBe('written');
  await primary.query('alter system set default_transaction_read_only = on');
  await primary.query('select pg_reload_conf()');
  await expect.poll(() => write(database, 'never')).toBe('away');
  expect(await write(database, 'never')).toBe('away');
  await primary.query('alter system reset default_transaction_read_only');
  await primary.query('select pg_reload_conf()');
  await expect.poll(() => write(database, 'second')).toBe('written');
});

test('after a failover all goes to the new primary, and never again to the old one', async () => {
  const { primary, standby } = await openServers();
  await primary.query(`alter system set synchronous_standby_names = 'standby'`);
  await primary.query('select pg_reload_conf()');
  const address = await openAddress(primary.databaseUrl);
  onTestFinished(address.close);
  const [database, other] = [openDatabase(address.databaseUrl), openDatabase(address.databaseUrl)];
  const written: string[] = [];
  for (let n = 0; n < 20; n += 1) if ((await write(database, `before ${n}`)) === 'written') written.push(`before ${n}`);
  expect(written).toHaveLength(20);

  await primary.kill();
  expect(await write(database, 'never')).toBe('away');
  expect(await read(other)).toBe('away');
  await standby.query('select pg_promote()');
  address.leadTo(standby.databaseUrl);
  for (const each of [database, other]) {
    await expect.poll(() => write(each, 'after')).toBe('written');
    expect(await read(each)).toBe('read');
  }
  const words = async () => (await standby.query('select word from notes')).map(({ word }) => word);
  expect(await words()).toEqual([...written, 'after', 'after']);

  // It accepts writes as if it had not been replaced.
  await primary.start();
  await primary.query('alter system reset synchronous_standby_names');
  await primary.query('select pg_reload_conf()');
  address.leadTo(primary.databaseUrl);
  address.cut();
  for (const each of [database, other]) {
    expect(await write(each, 'lost')).toBe('away');
    expect(await read(each)).toBe('away');
  }
  expect(await primary.query(`select word from notes where word = 'lost'`)).toEqual([]);
  address.leadTo(standby.databaseUrl);
  address.cut();
  await expect.poll(() => write(database, 'last')).toBe('written');
  expect(await words()).toEqual([...written, 'after', 'after', 'last']);
});
