import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Account, canEnter, chooseAccount, findReachableDirectory, ownerOf } from './account.ts';
import { findBinaries } from './binaries.ts';
import { EngineRefusal } from './refusal.ts';

export type Home = { dataDir: string; cluster: string; binaries: string; account: Account };

export function findHome(folder: string): Home {
  mkdirSync(folder, { recursive: true });
  const dataDir = realpathSync(folder);
  const cluster = findCluster(dataDir);
  const account = existsSync(cluster) ? ownerOf(cluster) : chooseAccount();
  return { dataDir, cluster, account, binaries: findBinaries(account) };
}

function findCluster(dataDir: string): string {
  const beside = join(dataDir, 'postgres');
  if (existsSync(beside)) return beside;
  const remembered = recall(dataDir);
  if (remembered) return remembered;
  const account = chooseAccount();
  return canEnter(account, dataDir) ? beside : settleElsewhere(dataDir, account);
}

function recall(dataDir: string): string | undefined {
  const memory = memoryOf(dataDir);
  if (!existsSync(memory)) return undefined;
  const { home } = JSON.parse(readFileSync(memory, 'utf8')) as { home: string };
  if (!existsSync(home)) {
    throw new EngineRefusal(
      `The database of ${dataDir} was kept in ${home}, which is gone; put it back, or remove ${memory} to begin with an empty one.`,
    );
  }
  return join(home, 'postgres');
}

/** Safe for parallel starts: `linkSync` doesn’t overwrite, so both use the first folder. */
function settleElsewhere(dataDir: string, account: Account): string {
  const home = mkdtempSync(join(findReachableDirectory(account), 'data-'));
  chmodSync(home, 0o711);
  const draft = `${memoryOf(dataDir)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify({ home })}\n`);
  try {
    linkSync(draft, memoryOf(dataDir));
  } catch {
    rmSync(home, { recursive: true });
  } finally {
    rmSync(draft);
  }
  return recall(dataDir) ?? join(home, 'postgres');
}

function memoryOf(dataDir: string): string {
  return join(dataDir, 'engine.json');
}

// macOS limits the socket’s path to 103 bytes.
const LONGEST_PARENT = 70;

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
