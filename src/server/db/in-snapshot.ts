import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import type { Db } from './connect.ts';
import { newClient } from './new-client.ts';

/** Reads one state of the database on a connection of its own, which can't write. */
export async function inSnapshot<T>(pool: Pool, name: string, work: (db: Db) => Promise<T>): Promise<T> {
  const client = newClient({
    connectionString: pool.options.connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: name,
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
