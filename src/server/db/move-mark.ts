import type pg from 'pg';

/** The message is one sentence, fit to show to the operator. */
export class DatabaseRefusal extends Error {}

/** Marks an old database and an incomplete copy. `place` is the other’s address, `origin` the source’s identity. */
export type Move = { id: string; origin: string; role: 'moved' | 'arriving'; place: string; at: Date };

const TABLE = 'atrium_move.mark';

/** Excluded from copies and dumps. */
export const MARK_SCHEMA = 'atrium_move';

export async function readMove(client: pg.Client): Promise<Move | undefined> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [TABLE]);
  if (!rows[0]?.there) return undefined;
  return (await client.query<Move>(`select id, origin, role, place, at from ${TABLE}`)).rows[0];
}

export async function writeMove(client: pg.Client, { id, origin, role, place, at }: Move): Promise<void> {
  await client.query(`create schema if not exists ${MARK_SCHEMA}`);
  await client.query(
    `create table if not exists ${TABLE}
      (single boolean primary key default true check (single), id uuid not null, origin text not null,
        role text not null, place text not null, at timestamptz not null)`,
  );
  await client.query(
    `insert into ${TABLE} (id, origin, role, place, at) values ($1, $2, $3, $4, $5)
      on conflict (single) do update set id = excluded.id, origin = excluded.origin, role = excluded.role,
        place = excluded.place, at = excluded.at`,
    [id, origin, role, place, at],
  );
}

export async function clearMove(client: pg.Client): Promise<void> {
  await client.query(`drop schema if exists ${MARK_SCHEMA} cascade`);
}

export function refusalOfMove({ role, place, at }: Move): string {
  const time = at.toISOString();
  return role === 'moved'
    ? `This database was moved to ${place} on ${time}: use that one, or run “operator move --cancel” to go on with this one.`
    : `This database is the unfinished copy of ${place} from ${time}: run “operator move” there once more to finish it.`;
}
