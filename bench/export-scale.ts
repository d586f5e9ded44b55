import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { eq } from 'drizzle-orm';
import { addSeconds } from '#server/base/clock.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { makeExport } from '#server/members/data/index.ts';
import { countRows } from '#server/members/data/export/list.ts';
import { isTooMuch, LISTS } from '#server/members/data/export/lists.ts';
import { findPrepared, KEPT_SECONDS, readPieces } from '#server/members/data/export/prepared-file.ts';
import { writeExport } from '#server/members/data/export/write-export.ts';
import { dataExports, type Member } from '#server/db/schema/index.ts';
import { type BenchServices, openBenchServer } from './bench-server.ts';
import { fillLedger } from './fill-ledger.ts';

/**
 * What all data of a member with 1,000 to 1,000,000 rows of history cost: sent as they are read, made by the job, and
 * read back. Memory is what the process grew by at most. `node bench/export-scale.ts --sizes 1000,50000` for less.
 */
const { values } = parseArgs({ options: { sizes: { type: 'string', default: '1000,50000,1000000' } } });
const table: Record<string, number | string>[] = [];
const server = await openBenchServer();
try {
  for (const rows of values.sizes.split(',').map(Number)) table.push(await measure(rows));
  console.table(table);
} finally {
  await server.close();
}

async function measure(rows: number): Promise<Record<string, number | string>> {
  const bench = await server.createServices(`export_${rows}`);
  const { services } = bench;
  const member = await fill(bench, rows);
  const counting = await timed(() => countRows(services.db, LISTS, member.id));
  const asking = await timed(() => isTooMuch(services.db, member.id));
  const sent = await drained(() => writeExport(services, member));
  const [id, createdAt] = [randomUUID(), services.clock.now()];
  const begun = { id, memberId: member.id, state: 'making', rowsInAll: rows, createdAt } as const;
  await services.db.insert(dataExports).values({ ...begun, expiresAt: addSeconds(createdAt, KEPT_SECONDS) });
  const seen = new Set<number>();
  const watch = setInterval(() => void look(), 200);
  const made = await drained(() => toList(makeExport(services, { memberId: member.id })));
  clearInterval(watch);
  const prepared = await findPrepared(services, member.id);
  const read = await drained(() => readPieces(services.db, prepared!));
  return {
    rows,
    'ms to count': counting,
    'ms to ask': asking,
    MB: Math.round(sent.bytes / 10_000) / 100,
    's sent': sent.seconds,
    'MB grown': sent.grownMB,
    's by the job': made.seconds,
    'MB grown by it': made.grownMB,
    'steps of progress seen': seen.size,
    's read back': read.seconds,
  };

  async function look(): Promise<void> {
    const [row] = await services.db.select().from(dataExports).where(eq(dataExports.memberId, member.id));
    if (row) seen.add(row.rowsDone);
  }
}

async function fill(bench: BenchServices, rows: number): Promise<Member> {
  const member = await findByLogin(bench.services.db, 'anna');
  const source = await findByLogin(bench.services.db, 'ivan');
  if (!member || !source) throw new Error('the cast is not there');
  const month = { month: '2026-10-01', monthRows: Math.min(rows, 500) };
  await fillLedger(bench, { memberId: member.id, sourceId: source.id, rows, ...month });
  return member;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return Math.round(performance.now() - start);
}

async function* toList(work: Promise<void>): AsyncGenerator<Uint8Array, void> {
  await work;
  yield new Uint8Array();
}

async function drained(open: () => AsyncIterable<Uint8Array>) {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  let bytes = 0;
  const start = performance.now();
  for await (const piece of open()) bytes += piece.byteLength;
  const seconds = Math.round((performance.now() - start) / 10) / 100;
  clearInterval(watch);
  return { bytes, seconds, grownMB: Math.round((most - before) / 1_000_000) };
}
