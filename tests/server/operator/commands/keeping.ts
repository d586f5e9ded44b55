import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { SESSION_SECRET } from '../../../support/app/services.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { startWholeApp, type WholeApp } from '../../../support/app/whole-app.ts';
import { afterwards } from '../../../support/afterwards.ts';

export type Answer = { code: number | null; said: string };

export function operatorWith(settings: Record<string, string>) {
  const begin = (...words: string[]): Promise<WholeApp> =>
    startWholeApp({ SESSION_SECRET, ...settings }, ['dist/app/operator.mjs', ...words]);
  const run = async (...words: string[]): Promise<Answer> => {
    const command = await begin(...words);
    return { code: await command.ended, said: command.said() };
  };
  return { begin, run };
}

export async function folder(): Promise<string> {
  const made = await temporaryFolder('atrium-keeping');
  afterwards(() => rm(made, { recursive: true, force: true }));
  return made;
}

/** Path of a file that does not exist yet. */
export function freshName(parent: string): string {
  return join(parent, randomUUID());
}

export async function ask<Row extends pg.QueryResultRow>(databaseUrl: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The schema that migrations made: triggers with their state, constraints, indexes. */
export async function schemaOf(databaseUrl: string): Promise<string[]> {
  const rows = await ask<{ part: string }>(
    databaseUrl,
    `select tgrelid::regclass || ' ' || tgenabled::text || ' ' || pg_get_triggerdef(oid) as part from pg_trigger where not tgisinternal
      union all select conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid) from pg_constraint
      union all select indexdef from pg_indexes where schemaname in ('public', 'drizzle', 'graphile_worker') order by 1`,
  );
  // A definition that was dumped and restored has fewer brackets, but the same meaning.
  return rows.map(({ part }) => part.replaceAll(/[()]/g, '')).toSorted();
}

/** One hash per table of all its rows, without the audit log. */
export async function digests(databaseUrl: string): Promise<Record<string, string>> {
  const tables = await ask<{ name: string }>(
    databaseUrl,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'drizzle', 'graphile_worker') and tablename not in ('audit_log', 'audit_head') order by 1`,
  );
  const all = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = `select md5(coalesce(string_agg(t::text, E'\\n' order by t::text), '')) as hash from ${name} t`;
      return [name, (await ask<{ hash: string }>(databaseUrl, rows))[0]?.hash ?? ''] as const;
    }),
  );
  return Object.fromEntries(all);
}

/** SQL condition: a connection to this database matches `condition`. */
export function activity(condition: string): string {
  return `exists (select from pg_stat_activity where datname = current_database() and ${condition})`;
}

const TABLES = "(select count(*) from pg_tables where schemaname in ('public', 'graphile_worker'))";

/** States of a database that is being filled, in order. */
export const FILLING: [what: string, condition: string][] = [
  ['the first tables are there', `${TABLES} > 0`],
  ['all tables are there', `${TABLES} > 45`],
  ['rows come in', activity("query ilike 'copy public.%'")],
  ['foreign keys are made again', activity("query ilike 'alter table % add constraint %'")],
];

/** Polls without a pause until the condition is true or the command has ended. */
export async function untilTrue(url: string, condition: string, command: WholeApp): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const state = { hasEnded: false };
  void command.ended.then(() => {
    state.hasEnded = true;
  });
  const isSo = async () => (await client.query<{ so: boolean }>(`select ${condition} as so`)).rows[0]?.so === true;
  try {
    while (!state.hasEnded && !(await isSo()));
  } finally {
    await client.end();
  }
}
