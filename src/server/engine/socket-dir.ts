import { chownSync, lstatSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Account, canEnter } from './account.ts';
import { EngineRefusal } from './refusal.ts';

// The system's limit for a socket's whole path is 103 bytes on macOS.
const LONGEST_PARENT = 70;

/** A private folder for the server's socket: the one a killed server left, or a new one. */
export function openSocketDir(account: Account, earlier: string | undefined): string {
  if (earlier && isOurs(account, earlier)) return earlier;
  const parent = [tmpdir(), '/tmp', '/var/tmp'].find((folder) => isFit(account, folder));
  if (!parent)
    throw new EngineRefusal('The folder /tmp is missing or closed; set TMPDIR to one that can be written to.');
  const folder = mkdtempSync(join(realpathSync(parent), 'atrium-'));
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

export function removeSocketDir(folder: string): void {
  if (basename(folder).startsWith('atrium-')) rmSync(folder, { recursive: true, force: true });
}

function isOurs(account: Account, folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  const owner = account?.uid ?? process.getuid?.();
  return found !== undefined && found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0;
}

function isFit(account: Account, folder: string): boolean {
  return folder.length <= LONGEST_PARENT && canEnter(account, folder);
}
