import type pg from 'pg';
import { newClient } from '#server/db/new-client.ts';
import { BackupRefusal } from './refusal.ts';

const SETTINGS = [
  'set statement_timeout = 0',
  'set idle_in_transaction_session_timeout = 0',
  "set lock_timeout = '10s'",
  "set timezone = 'UTC'",
  "set datestyle = 'ISO, YMD'",
  "set intervalstyle = 'postgres'",
  'set extra_float_digits = 1',
].join('; ');

/** One connection without a statement timeout. Values are formatted the same by every PostgreSQL. */
export async function withSession<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = newClient({
    connectionString: databaseUrl,
    application_name: 'atrium backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  await client.connect();
  try {
    await client.query(SETTINGS);
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

export function placeOf(client: pg.Client): string {
  const name = client.database ?? '';
  return client.host.startsWith('/') ? `${name} (private server)` : `${client.host}:${client.port}/${name}`;
}

export async function refuseBusy(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; address: string | null; count: number }>(
    `select application_name as name, coalesce(host(client_addr), 'this machine') as address, count(*)::int as count
      from pg_stat_activity
      where datname = current_database() and application_name like 'atrium%' and pid <> pg_backend_pid()
      group by 1, 2 order by 1, 2 limit 5`,
  );
  if (rows.length === 0) return;
  const clients = rows.map(({ name, address, count }) => `${name} from ${address}, ${count}×`).join('; ');
  throw new BackupRefusal(`${placeOf(client)} is in use (${clients}); stop the site on every machine and try again.`);
}
