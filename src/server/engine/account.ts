import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { EngineRefusal } from './refusal.ts';

/** Whom PostgreSQL runs as, ready to spread into spawn's options; undefined means as ourselves. */
export type Account = { uid: number; gid: number } | undefined;

/** PostgreSQL refuses to run as root, so root lends it an account without rights. */
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

/** The owner of a cluster made earlier: root runs it as them, anybody else has to be them. */
export function ownerOf(cluster: string): Account {
  const { uid, gid } = statSync(cluster);
  const us = process.getuid?.();
  if (uid === us) return undefined;
  if (us === 0) return { uid, gid };
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
