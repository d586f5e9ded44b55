import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Account, canEnter, chooseAccount, findShelter, ownerOf } from './account.ts';
import { findBinaries } from './binaries.ts';
import { EngineRefusal } from './refusal.ts';

/** Where everything is and whom PostgreSQL runs as. `cluster` need not exist yet. */
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

/** Two starts at once both get here; linking refuses to overwrite, so both use the first one's. */
function settleElsewhere(dataDir: string, account: Account): string {
  const home = mkdtempSync(join(findShelter(account), 'data-'));
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
