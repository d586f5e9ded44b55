import type pg from 'pg';
import { listSequences, type Sequence, type Table } from './contents.ts';
import { columnsOf, copyOut, type OnTable, type TableRows } from './copy-tables.ts';
import { BackupRefusal } from './refusal.ts';

/** Same format as `pg_dump --data-only`, so that psql can run it. */
export async function* writeScript(
  client: pg.Client,
  tables: readonly Table[],
  onTable: OnTable,
): AsyncGenerator<Buffer | string> {
  for await (const { table, rows } of copyOut(client, tables)) {
    yield `COPY ${columnsOf(table)} FROM stdin;\n`;
    yield* rows;
    yield '\\.\n\n';
    onTable(table.name);
  }
  for (const { name, value, isCalled } of await listSequences(client)) {
    yield `SELECT pg_catalog.setval('${name}', ${value}, ${isCalled});\n`;
  }
}

const COPY = /^COPY (?<name>\S+\.\S+) \((?<columns>.+)\) FROM stdin;$/;
const SETVAL = /^SELECT pg_catalog\.setval\('(?<name>\S+\.\S+)', (?<value>\d+), (?<called>true|false)\);$/;

/** Await the end of `tables` before `sequences()`. */
export function readScript(script: AsyncIterable<Buffer>): {
  tables: AsyncIterable<TableRows>;
  sequences(): Promise<readonly Sequence[]>;
} {
  const reader = newReader(script);
  const sequences: Sequence[] = [];
  async function* tables(): AsyncGenerator<TableRows> {
    for (let line = await reader.line(); line !== undefined; line = await reader.line()) {
      if (line === '') continue;
      const { name, columns, value, called } = (COPY.exec(line) ?? SETVAL.exec(line))?.groups ?? {};
      if (!name) throw new BackupRefusal('The backup is not written as it should be; it may come from a newer Atrium.');
      if (columns) yield { table: { name, columns: columns.split(', ') } satisfies Table, rows: reader.rows() };
      else sequences.push({ name, value: value ?? '', isCalled: called === 'true' });
    }
  }
  return { tables: tables(), sequences: async () => sequences };
}

const END_OF_ROWS = '\n\\.\n';

function newReader(script: AsyncIterable<Buffer>) {
  const chunks = script[Symbol.asyncIterator]();
  let remaining: Buffer = Buffer.alloc(0);

  async function readMore(): Promise<boolean> {
    const { value, done } = await chunks.next();
    if (!done) remaining = remaining.length === 0 ? value : Buffer.concat([remaining, value]);
    return !done;
  }

  async function line(): Promise<string | undefined> {
    let end = remaining.indexOf(10);
    while (end < 0 && (await readMore())) end = remaining.indexOf(10);
    if (end < 0) return undefined;
    const text = remaining.toString('utf8', 0, end);
    remaining = remaining.subarray(end + 1);
    return text;
  }

  /** Ends at the line `\.`, which may be the first line and may be split across chunks. */
  async function* rows(): AsyncGenerator<Buffer> {
    remaining = Buffer.concat([Buffer.from('\n'), remaining]);
    let isFirst = true;
    for (;;) {
      const end = remaining.indexOf(END_OF_ROWS);
      const safe = end >= 0 ? end + 1 : Math.max(0, remaining.length - END_OF_ROWS.length + 1);
      const piece = remaining.subarray(isFirst && safe > 0 ? 1 : 0, safe);
      if (safe > 0) isFirst = false;
      remaining = remaining.subarray(safe);
      if (piece.length > 0) yield piece;
      if (end >= 0) {
        remaining = remaining.subarray('\\.\n'.length);
        return;
      }
      if (!(await readMore())) throw new BackupRefusal('The backup ends in the middle of a table.');
    }
  }

  return { line, rows };
}
