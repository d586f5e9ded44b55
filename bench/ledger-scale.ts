import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { isRefused } from '#domain/refusals.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import type { Member } from '#server/db/schema/index.ts';
import { listMemberHistory } from '#server/members/finance/history.ts';
import { readBalanceSummary } from '#server/members/finance/read-balance-summary.ts';
import { readEarnings } from '#server/members/finance/read-earnings.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { writeStatement } from '#server/members/finance/write-statement.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import { type BenchServices, openBenchServer } from './bench-server.ts';
import { type Figure, measureInTurn, ratio, words } from './figures.ts';
import { fillLedger } from './fill-ledger.ts';
import { measureMachine } from './quality/machine.ts';
import { writeFigures } from './quality/written.ts';

/**
 * Cost of the finance page for members with 1,000 to 1,000,000 rows of history; the requested month has equally many
 * rows. `node bench/ledger-scale.ts --sizes 1000,100000 --runs 50` for less.
 */
const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '1000,1000000' }, runs: { type: 'string', default: '200' } },
});
const sizes = values.sizes.split(',').map(Number);
const runs = Number(values.runs);
const MONTH = '2026-10-01';
const MONTH_ROWS = 500;
/** Limit of lines for a statement of the whole history. */
const MAX_LINES = 200_000;
const FULL_SIZE = 1_000_000;

const machine = await measureMachine();
const server = await openBenchServer();
try {
  const ledgers = [];
  for (const rows of sizes) ledgers.push(await openLedger(rows));
  const table: Record<string, Record<string, string | number>> = {};
  const measured: Record<string, Figure[]> = {};
  for (const name of Object.keys(ledgers[0]?.operations ?? {})) {
    const same = ledgers.flatMap(({ operations }) => operations[name] ?? []);
    const figures = await measureInTurn(
      same.map((run) => ({ run })),
      { runs, warmUp: 20, limitMs: 30_000 },
    );
    measured[name] = figures;
    table[name] = {
      ...Object.fromEntries(sizes.map((rows, place) => [rows.toLocaleString('en'), words(figures[place])])),
      'largest ÷ smallest': ratio(figures.at(-1), figures[0]),
    };
  }
  console.log(`median / p95 of ${runs} runs each, milliseconds, measured in turn`);
  console.table(table);
  const whole = [];
  for (const { rows, fillSeconds, readWhole, verify } of ledgers) {
    whole.push({ rows, fillSeconds, ...(await readWhole()), ...(await verify()) });
  }
  console.table(whole);
  const largest = sizes.at(-1) ?? 0;
  const worst = Math.max(...Object.values(table).map((row) => Number(row['largest ÷ smallest'])));
  await writeFigures('ledger-scale', {
    machine,
    figures: largest >= FULL_SIZE ? { 'largest ÷ smallest': worst } : {},
    missing: { 'largest ÷ smallest': `it ran with ${largest.toLocaleString('en')} at most` },
    details: { runs, sizes, whole, measured },
  });
} finally {
  await server.close();
}

async function openLedger(rows: number) {
  const opened = await server.createServices(`ledger_${rows}`);
  const { services } = opened;
  const member = await memberOf(opened, 'anna');
  const { id: sourceId } = await memberOf(opened, 'ivan');
  const began = performance.now();
  await fillLedger(opened, { memberId: member.id, sourceId, rows, monthRows: MONTH_ROWS, month: MONTH });
  const fillSeconds = secondsSince(began);
  console.error(`${rows} rows: filled in ${fillSeconds} s`);

  const month = { from: MONTH, to: '2026-10-31' };
  const caller = {
    session: { familyId: '', member },
    language: 'ru',
    address: '',
    userAgent: '',
    requestId: '',
  } as const;
  const list = async (input: Parameters<typeof listMemberHistory>[2]) => {
    const page = await listMemberHistory(services, member.id, input);
    if (isRefused(page)) throw new Error(`refused: ${JSON.stringify(page)}`);
    return page;
  };
  const last = { cursor: await idOfNumber(opened, member.id, 21) };
  const lastWithdrawals = {
    cursor: await idOfNumber(opened, member.id, Math.min(rows, 900)),
    kind: 'withdrawal',
  } as const;
  const operations: Record<string, () => Promise<unknown>> = {
    balance: () => readBalanceSummary(services, member, 'ru'),
    'earnings by month': () => readEarnings(services, member),
    'first page': () => list({}),
    'last page': () => list(last),
    'page of a month': () => list(month),
    'page of one kind': () => list({ kind: 'withdrawal' }),
    'last page of one kind': () => list(lastWithdrawals),
    'page of a rare kind in a month': () => list({ ...month, kind: 'correction' }),
    'CSV of a month': () => readStatement(opened, caller, month),
  };
  const readWhole = async () => {
    const rssBefore = process.memoryUsage.rss();
    const start = performance.now();
    const { firstMs, lines, bytes, rssMost } = await readStatement(opened, caller, {}, MAX_LINES);
    const seconds = (performance.now() - start) / 1000;
    return {
      'CSV of all: first bytes, ms': Math.round(firstMs),
      lines,
      'lines a second': Math.round(lines / seconds),
      megabytes: Math.round(bytes / 1e5) / 10,
      'memory, MB more': Math.round((rssMost - rssBefore) / 1e6),
    };
  };
  const verify = async () => {
    const { read, findings, durationMs } = await verifyLedger(services);
    return { 'verified, entries a second': Math.round(read.entries / (durationMs / 1000)), findings: findings.length };
  };
  return { rows, fillSeconds, operations, readWhole, verify };
}

/** Reads a statement to its end, or aborts after `mostLines`. */
async function readStatement(
  { services }: BenchServices,
  caller: MemberCaller,
  range: Parameters<typeof writeStatement>[1],
  mostLines = Infinity,
) {
  await services.db.execute(sql`delete from rate_limits`);
  const start = performance.now();
  const answer = await writeStatement(services, range, caller);
  if (isRefused(answer)) throw new Error(`refused: ${JSON.stringify(answer)}`);
  const firstMs = performance.now() - start;
  let [lines, bytes, rssMost] = [0, 0, 0];
  for await (const piece of answer.pieces) {
    bytes += Buffer.byteLength(piece);
    lines += String(piece).split('\r\n').length - 1;
    rssMost = Math.max(rssMost, process.memoryUsage.rss());
    if (lines >= mostLines) break;
  }
  return { firstMs, lines, bytes, rssMost };
}

async function memberOf({ services }: BenchServices, username: string): Promise<Member> {
  const member = await findByLogin(services.db, username);
  if (!member) throw new Error(`Nobody is called ${username}.`);
  return member;
}

/** A cursor whose page begins below this number. */
async function idOfNumber({ services }: BenchServices, memberId: number, number: number): Promise<string> {
  const { rows } = await services.db.execute<{ id: string }>(sql`
    select number || '-' || left(encode(hash, 'hex'), 12) as id from ledger_entries
    where number = ${number} and account_id =
      (select id from ledger_accounts where member_id = ${memberId} and kind = 'available')`);
  return rows[0]?.id ?? '';
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 100) / 10;
}
