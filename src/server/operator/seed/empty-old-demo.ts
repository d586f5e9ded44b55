import type { Log } from '#server/base/log.ts';
import { isBeforeFirstRelease } from '#server/db/migrate.ts';
import { newClient } from '#server/db/new-client.ts';
import { CAST } from './cast.ts';

/** Empties a demo from before the first release. Other old databases stay as they are: migrating refuses them. */
export async function emptyOldDemo(databaseUrl: string, log: Log): Promise<void> {
  const client = newClient({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    if (!(await isBeforeFirstRelease(client))) return;
    const { rowCount } = await client.query('select from members where username = any($1) and email = any($2)', [
      CAST.map(({ username }) => username),
      CAST.map(({ username }) => `${username}@demo.example`),
    ]);
    if (rowCount === 0) return;
    const message =
      'The demo’s database is from before Atrium’s first release. It is made anew; what was in it is gone.';
    log('warn', 'migration', { message });
    await client.query(`
      begin;
      drop schema public, drizzle cascade;
      drop schema if exists graphile_worker cascade;
      create schema public;
      commit`);
  } finally {
    await client.end();
  }
}
