import type pg from 'pg';
import { READ_ONLY } from './failures.ts';

class NotPrimary extends Error {
  readonly code = READ_ONLY;
}

type PrimaryState = { is_read_only: boolean; timeline: string | null };

/** Refuses standbys and replaced primaries: each promotion starts a new timeline, and older timelines are refused. */
export function requireNewestPrimary(): (client: pg.ClientBase) => Promise<void> {
  let newest = '';
  const checkPrimary = async (client: pg.ClientBase) => {
    const { rows } = await client.query<PrimaryState>(`
      select current_setting('transaction_read_only')::boolean as is_read_only,
        case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`);
    const [state] = rows;
    if (!state?.timeline || state.is_read_only) throw new NotPrimary('The database takes no writes.');
    if (state.timeline < newest) throw new NotPrimary('The database is a primary that has been replaced.');
    newest = state.timeline;
  };
  return (client) =>
    checkPrimary(client).catch((error: unknown) => {
      // The pool would end the client gracefully, and a hung server never answers that.
      (client as pg.ClientBase & { connection: pg.Connection }).connection.stream.destroy();
      throw error;
    });
}
