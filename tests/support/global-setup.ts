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

/** Starts one PostgreSQL for the whole run. Mutation testing starts one for all its runs and passes its URL. */
export async function setup(project: TestProject) {
  const running = process.env['TEST_SERVER_URL'];
  const server = running ? undefined : await startTestServer();
  project.provide('serverUrl', running ?? server?.serverUrl ?? '');
  return server?.stop;
}

/** Includes a migrated template database, which test files copy. */
export async function startTestServer(): Promise<{ serverUrl: string; stop(): Promise<void> }> {
  const dataDir = await temporaryFolder('atrium-test');
  const engine = await startEngine({ dataDir, durable: false });
  await query(engine.databaseUrl, `create database ${TEMPLATE}`);
  await migrateDatabase(databaseUrl(engine.databaseUrl, TEMPLATE));
  return {
    serverUrl: engine.databaseUrl,
    async stop() {
      await engine.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
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
