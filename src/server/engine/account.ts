import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineRefusal } from './refusal.ts';

/** Spawn options for PostgreSQL’s user; undefined for our own user. */
export type Account = { uid: number; gid: number } | undefined;

/** PostgreSQL refuses to run as root, so root uses an unprivileged account. */
export function chooseAccount(): Account {
  if (process.getuid?.() !== 0) return undefined;
  const account = ['nobody', 'postgres', 'daemon'].map(findAccount).find(canBecome);
  if (!account) {
    throw new EngineRefusal(
      'PostgreSQL refuses to run as root and no user without rights (such as nobody) can be used; start Atrium as an ordinary user.',
    );
  }
  return account;
}

export function ownerOf(cluster: string): Account {
  const { uid, gid } = statSync(cluster);
  const ownUid = process.getuid?.();
  if (uid === ownUid) return undefined;
  if (ownUid === 0) return { uid, gid };
  throw new EngineRefusal(
    `The database in ${cluster} belongs to another user; start Atrium as that user or set DATA_DIR to another folder.`,
  );
}

export function canEnter(account: Account, folder: string): boolean {
  return !account || spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...account, cwd: '/' }).status === 0;
}

function findAccount(name: string): Account {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  if (!line) return undefined;
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

function canBecome(account: Account): boolean {
  return account !== undefined && canEnter(account, '/');
}

/** Writable by root only and accessible to `account`. */
export function findReachableDirectory(account: Account): string {
  const directory = ['/var/lib', '/var/tmp', tmpdir(), '/tmp']
    .map((parent) => join(parent, 'atrium'))
    .find((folder) => isMade(folder) && isRootsAlone(folder) && canEnter(account, folder));
  if (directory) return directory;
  throw new EngineRefusal(
    'The user PostgreSQL runs as can reach neither this folder nor /var/lib/atrium; start Atrium as an ordinary user.',
  );
}

function isMade(folder: string): boolean {
  try {
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST';
  }
}

function isRootsAlone(folder: string): boolean {
  const { uid, mode } = lstatSync(folder);
  return uid === 0 && (mode & 0o170022) === 0o040000;
}
