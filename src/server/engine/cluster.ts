import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { programIn } from './binaries.ts';
import type { Home } from './home.ts';
import { isAlive } from './postmaster.ts';
import { EngineRefusal, fullDisk } from './refusal.ts';

const FREE_SPACE_BYTES = 200 * 1024 * 1024;

export async function ensureCluster(home: Home, options: { durable: boolean }): Promise<void> {
  if (existsSync(home.cluster)) return;
  const parent = dirname(home.cluster);
  const { bavail, bsize } = statfsSync(parent);
  if (bavail * bsize < FREE_SPACE_BYTES) throw fullDisk(parent);

  removeAbandonedDrafts(home.cluster);
  const draft = mkdtempSync(`${draftPrefix(home.cluster)}${process.pid}-`);
  try {
    if (home.account) chownSync(draft, home.account.uid, home.account.gid);
    await initialise(home, draft, options);
    renameSync(draft, home.cluster);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(home.cluster)) throw error;
  }
}

async function initialise(home: Home, draft: string, { durable }: { durable: boolean }): Promise<void> {
  const names = ['--username=atrium', '--auth=trust', '--encoding=UTF8'];
  // Sorts the same on every machine; the system’s provider depends on its libc.
  const collation = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const args = ['-D', draft, ...names, ...collation, ...(durable ? [] : ['--no-sync'])];
  try {
    await promisify(execFile)(programIn(home.binaries, 'initdb'), args, {
      ...home.account,
      cwd: '/',
      env: { LC_ALL: 'C' },
    });
  } catch (error) {
    throw toRefusal(error, dirname(home.cluster));
  }
}

function toRefusal(error: unknown, folder: string): EngineRefusal {
  const { stderr = '', message } = error as { stderr?: string; message: string };
  if (/No space left|quota exceeded/i.test(stderr)) return fullDisk(folder);
  const line = stderr.split('\n').find((text) => /error:|FATAL|PANIC/.test(text)) ?? message;
  return new EngineRefusal(`PostgreSQL could not make a database in ${folder}: ${line.trim()}`);
}

function removeAbandonedDrafts(cluster: string): void {
  const prefix = basename(draftPrefix(cluster));
  for (const name of readdirSync(dirname(cluster)).filter((entry) => entry.startsWith(prefix))) {
    const maker = Number.parseInt(name.slice(prefix.length), 10);
    if (!isAlive(maker)) rmSync(join(dirname(cluster), name), { recursive: true, force: true });
  }
}

function draftPrefix(cluster: string): string {
  return `${cluster}.draft-`;
}
