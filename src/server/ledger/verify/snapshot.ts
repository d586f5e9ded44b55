import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Db } from '#server/db/connect.ts';
import type { House } from '#server/house.ts';

/** One moment of the database, for as long as the work takes; nobody waits for it, and it changes nothing. */
export async function inSnapshot<T>(house: Pick<House, 'pool'>, work: (db: Db) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: house.pool.options.connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: 'atrium ledger verify',
  });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const result = await work(drizzle({ client }));
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
}
