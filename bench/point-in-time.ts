import { spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { isRefused } from '#domain/refusals.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { systemClock } from '#server/base/clock.ts';
import { readConfig } from '#server/base/config.ts';
import { connect } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startEngine } from '#server/engine/index.ts';
import { openWithdrawal } from '#server/members/finance/request-withdrawal.ts';
import { nodeAddress, openNode } from '#server/node/index.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { deriveSecrets } from '#server/base/secrets.ts';
import { CAST } from '#server/operator/seed/cast.ts';
import { seedEmptyDemo } from '#server/operator/seed/index.ts';
import type { Services } from '#server/api/services.ts';
import { giveMoney, WALLET } from '../tests/support/people/money.ts';
import { silentLog } from '../tests/support/app/silent-log.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { SECRET } from './bench-server.ts';

/**
 * Simulates the loss of a disk and recovers to a moment from PostgreSQL's WAL archive: `node bench/point-in-time.ts`.
 * Checks that exactly the withdrawals before that moment exist and that the ledger is intact.
 */
const folder = await temporaryFolder('atrium-pitr');
const [live, archive, base] = ['live', 'archive', 'base'].map((name) => join(folder, name)) as [string, string, string];
const began = performance.now();

try {
  mkdirSync(live, { mode: 0o755 });
  mkdirSync(archive, { mode: 0o755 });
  await (await startEngine({ dataDir: live })).stop();
  const cluster = join(live, 'postgres');
  const { uid, gid } = statSync(cluster);
  chownSync(archive, uid, gid);
  const archiving = [
    'archive_mode = on',
    `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f'`,
    `archive_timeout = 60`,
  ];
  appendFileSync(join(cluster, 'postgresql.conf'), `${archiving.join('\n')}\n`);
  say(`archiving to ${archive}: ${archiving[0]}, ${archiving[2]}`);

  const early: string[] = [];
  const late: string[] = [];
  let moment = '';
  await onServer(live, async (services, url) => {
    await seedEmptyDemo(services, CAST);
    await giveMoney(services, 'ivan', 900_000_000_000n);
    early.push(...(await withdrawals(services, 20)));
    say(`${early.length} withdrawals, then the base backup`);
    await takeBase(url, cluster);
    early.push(...(await withdrawals(services, 30)));
    moment = await ask(url, 'select clock_timestamp()::text');
    say(`${early.length} withdrawals at ${moment}; the ledger: ${await verify(services)}`);
    late.push(...(await withdrawals(services, 25)));
    say(`${late.length} more after it, ${await count(url)} in all; the ledger: ${await verify(services)}`);
    await ask(url, 'select pg_switch_wal()');
    await untilArchived(url);
  });
  rmSync(live, { recursive: true });
  say(`the disk is gone; left are the base backup and ${readdirSync(archive).length} files of the archive`);

  await recover('moment', { moment, expected: early, unexpected: late });
  await recover('latest', { expected: [...early, ...late], unexpected: [] });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Without `moment`, it recovers to the end of the archive. */
async function recover(name: string, want: { moment?: string; expected: string[]; unexpected: string[] }) {
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { mode: 0o755 });
  const cluster = join(dataDir, 'postgres');
  copy(base, cluster);
  const settings = [
    'archive_mode = off',
    // Allows no connections before the moment is reached.
    'hot_standby = off',
    `restore_command = 'cp ${archive}/%f %p'`,
    ...(want.moment ? [`recovery_target_time = '${want.moment}'`, "recovery_target_action = 'promote'"] : []),
  ];
  appendFileSync(join(cluster, 'postgresql.conf'), `${settings.join('\n')}\n`);
  writeFileSync(join(cluster, 'recovery.signal'), '');
  const start = performance.now();
  await onServer(dataDir, async (services, url) => {
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const found = (await all(url)).map(({ id }) => id);
    const missing = want.expected.filter((id) => !found.includes(id));
    const tooMany = want.unexpected.filter((id) => found.includes(id));
    say(`recovered to ${want.moment ?? 'the end of the archive'} in ${seconds} s: ${found.length} withdrawals`);
    say(
      `  missing ${missing.length} of the ${want.expected.length} before, ${tooMany.length} of the ${want.unexpected.length} after`,
    );
    say(`  the ledger: ${await verify(services)}`);
    await withdrawals(services, 1);
    say(`  and one more withdrawal: ${await count(url)}`);
    if (missing.length > 0 || tooMany.length > 0) process.exitCode = 1;
  });
}

/** Works like pg_basebackup, which our PostgreSQL binaries lack. */
async function takeBase(url: string, cluster: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query("select pg_backup_start('base', true)");
  copy(cluster, base);
  const { rows } = await client.query<{ labelfile: string; spcmapfile: string }>('select * from pg_backup_stop()');
  await client.end();
  rmSync(join(base, 'pg_wal'), { recursive: true });
  mkdirSync(join(base, 'pg_wal'), { mode: 0o700 });
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(base, name), { force: true });
  writeFileSync(join(base, 'backup_label'), rows[0]?.labelfile ?? '');
  writeFileSync(join(base, 'tablespace_map'), rows[0]?.spcmapfile ?? '');
  spawnSync('chown', ['-R', '--reference', cluster, base]);
}

function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true, filter: (path) => !path.endsWith('postmaster.pid') });
  spawnSync('chown', ['-R', '--reference', from, to]);
  spawnSync('chmod', ['700', to]);
}

async function onServer(dataDir: string, work: (services: Services, url: string) => Promise<void>): Promise<void> {
  const engine = await startEngine({ dataDir });
  const url = engine.databaseUrl;
  await migrateDatabase(url);
  const config = readConfig({ DATABASE_URL: url, SESSION_SECRET: SECRET });
  const secrets = deriveSecrets([SECRET]);
  const node = openNode(nodeAddress(config, secrets));
  const database = connect(url, 4);
  try {
    await work({ ...database, clock: systemClock, config, secrets, log: silentLog, node }, url);
  } finally {
    await database.close();
    await engine.stop();
  }
}

async function withdrawals(services: Services, many: number): Promise<string[]> {
  const member = await findByLogin(services.db, 'ivan');
  if (!member) throw new Error('Nobody is called ivan.');
  const ids: string[] = [];
  for (let made = 0; made < many; made += 1) {
    const order = { destination: WALLET, network: 'trc20', amountMicros: 10_000_000n } as const;
    const row = await services.transaction((tx) => openWithdrawal(tx, services, member, order));
    if (isRefused(row)) throw new Error(row.refused);
    ids.push(row.id);
  }
  return ids;
}

async function verify(services: Services): Promise<string> {
  const outcome = await runCommand(services, ['ledger', 'verify'], 'bench');
  const words = 'words' in outcome ? outcome.words : JSON.stringify(outcome);
  return words.split('\n').slice(0, 2).join(' ');
}

function all(url: string): Promise<{ id: string }[]> {
  return rowsOf<{ id: string }>(url, 'select id from withdrawals');
}

async function count(url: string): Promise<number> {
  return (await all(url)).length;
}

async function untilArchived(url: string): Promise<void> {
  const waiting = `select count(*) filter (where name like '%.ready')::text as waiting from pg_ls_archive_statusdir()`;
  while ((await ask(url, waiting)) !== '0') await new Promise((resolve) => setTimeout(resolve, 100));
}

async function ask(url: string, sql: string): Promise<string> {
  const [row] = await rowsOf<Record<string, string>>(url, sql);
  return Object.values(row ?? {})[0] ?? '';
}

async function rowsOf<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

function say(words: string): void {
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${words}`);
}
