import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { checkBackup, makeBackup, makeDatabase, restoreBackup } from '#server/backup/index.ts';
import { connect } from '#server/db/connect.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { plantCrowd } from '#server/operator/seed/index.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { openBenchServer } from './bench-server.ts';
import { fillLedger } from './fill-ledger.ts';

/**
 * Size and time of a backup and of its restore: `node bench/backup-scale.ts --members 100000 --rows 1000000`.
 * `--file` keeps the backup.
 */
const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '100000' },
    rows: { type: 'string', default: '1000000' },
    file: { type: 'string' },
  },
});
const [memberCount, rows] = [Number(values.members), Number(values.rows)];

const folder = await temporaryFolder('atrium-backup-scale');
const server = await openBenchServer();
try {
  const opened = await server.createServices('filled');
  const { services, url } = opened;
  const until = services.clock.now();
  const { timeZone } = services.config;
  await timed('members planted', () =>
    plantCrowd(url, { members: memberCount, shape: 'random', under: 'anna', timeZone, until }),
  );
  const [anna, ivan] = await Promise.all(['anna', 'ivan'].map((name) => findByLogin(services.db, name)));
  if (!anna || !ivan) throw new Error('The cast is not there.');
  const ledger = { memberId: anna.id, sourceId: ivan.id, rows, monthRows: 500, month: '2026-10-01' };
  await timed('ledger filled', () => fillLedger(opened, ledger));
  const { rows: sizes } = await services.pool.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  console.log(`the database: ${megabytes(Number(sizes[0]?.bytes))}`);

  const file = values.file ?? join(folder, 'backup');
  const { secrets } = services;
  const { bytes, notes } = await timed('backup', () =>
    makeBackup({ databaseUrl: url, file, format: 'script', secrets }),
  );
  const all = Object.values(notes.counts).reduce((sum, count) => sum + count, 0);
  console.log(`the backup: ${megabytes(bytes)}, ${all.toLocaleString('en')} rows`);
  const databaseUrl = await makeDatabase(url, 'restored');
  await timed('backup checked', () => checkBackup(file, secrets));
  await timed('restored', () => restoreBackup({ databaseUrl, file, notes }));
  const restored = connect(databaseUrl, 2, { statement: 0 });
  const { findings } = await timed('ledger verified', () => verifyLedger({ ...services, ...restored }));
  await restored.close();
  console.log(`findings: ${findings.length}; memory at the end: ${megabytes(process.memoryUsage.rss())}`);
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const done = await work();
  console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return done;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
}
