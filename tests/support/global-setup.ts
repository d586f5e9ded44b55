import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startEngine } from '#server/engine/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
  }
}

export const TEMPLATE = 'template_atrium';

/** One PostgreSQL for the whole run, with a migrated database that every test file copies. */
export async function setup({ provide }: TestProject) {
  const dataDir = await temporaryFolder('atrium-test');
  const engine = await startEngine({ dataDir, durable: false });
  await query(engine.databaseUrl, `create database ${TEMPLATE}`);
  await migrateDatabase(databaseUrl(engine.databaseUrl, TEMPLATE));
  provide('serverUrl', engine.databaseUrl);
  return async () => {
    await engine.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

export async function query(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
