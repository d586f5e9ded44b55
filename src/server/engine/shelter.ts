import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, canEnter } from './account.ts';
import { EngineRefusal } from './refusal.ts';

/** A folder that only root writes to and `account` can enter, for what it can't reach where it lies. */
export function findShelter(account: Account): string {
  const shelter = ['/var/lib', '/var/tmp', tmpdir(), '/tmp']
    .map((parent) => join(parent, 'atrium'))
    .find((folder) => isMade(folder) && isRootsAlone(folder) && canEnter(account, folder));
  if (shelter) return shelter;
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
