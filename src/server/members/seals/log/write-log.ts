import { sql } from 'drizzle-orm';
import type { LogKind } from '#domain/seal/log-entry.ts';
import { hashRoot, leafHash, logTree } from '#domain/seal/log-tree.ts';
import { TILE_NODES } from '#domain/seal/tiles.ts';
import type { Db } from '#server/db/connect.ts';
import { logEntries, logNodes } from '#server/db/schema/index.ts';
import { sha256 } from '../member-leaves.ts';
import { readHashes } from './read-tiles.ts';

type Entry = { kind: LogKind; source: string; entry: Buffer };
export type LogHead = { size: number; root: Buffer };

export type LogWriter = {
  add(entry: Entry): Promise<void>;
  /** Writes what was added. */
  head(): Promise<LogHead>;
};

const ENTRIES_AT_ONCE = 1_000;

/** Appends at the end. The caller holds the lock of the daily seals, so there is one writer. */
export async function openLog(tx: Db, at: Date): Promise<LogWriter> {
  let size = await readSize(tx);
  const open = await readOpenTiles(tx, size);
  let entries: (Entry & { hash: Buffer })[] = [];
  let nodes: (typeof logNodes.$inferInsert)[] = [];

  function push(level: number, hash: Buffer): void {
    const tile = (open[level] ??= []);
    tile.push(hash);
    if (level > 0) nodes.push({ level, index: size / TILE_NODES ** level - 1, hash });
    if (tile.length < TILE_NODES) return;
    open[level] = [];
    push(level + 1, Buffer.from(hashRoot(sha256, tile)));
  }

  async function flush(): Promise<void> {
    if (entries.length > 0) await insertEntries(tx, { entries, first: size - entries.length, at });
    if (nodes.length > 0) await tx.insert(logNodes).values(nodes);
    entries = [];
    nodes = [];
  }

  return {
    async add({ kind, source, entry }) {
      const hash = Buffer.from(leafHash(sha256, entry));
      entries.push({ kind, source, entry, hash });
      size += 1;
      push(0, hash);
      if (entries.length === ENTRIES_AT_ONCE) await flush();
    },
    async head() {
      await flush();
      const root = await logTree(sha256, size, async (level) => open[level] ?? []).root();
      return { size, root: Buffer.from(root) };
    },
  };
}

type Batch = { entries: readonly (Entry & { hash: Buffer })[]; first: number; at: Date };

/** As arrays, which takes a fraction of the time of a list of rows. */
async function insertEntries(tx: Db, { entries, first, at }: Batch): Promise<void> {
  const column = <Name extends keyof Batch['entries'][number]>(name: Name) =>
    sql.param(entries.map((row) => row[name]));
  await tx.execute(sql`
    insert into ${logEntries} (index, kind, source, entry, hash, at)
    select ${first}::bigint + number - 1, kind, source, entry, hash, ${at}::timestamptz
    from unnest(
      ${column('kind')}::text[], ${column('source')}::text[], ${column('entry')}::bytea[], ${column('hash')}::bytea[]
    ) with ordinality as rows (kind, source, entry, hash, number)`);
}

async function readSize(tx: Db): Promise<number> {
  const [row] = await tx.select({ size: sql<string>`coalesce(max(${logEntries.index}) + 1, 0)` }).from(logEntries);
  return Number(row?.size);
}

/** Of each level the last tile, which is not full. */
async function readOpenTiles(tx: Db, size: number): Promise<Buffer[][]> {
  const open: Buffer[][] = [];
  for (let level = 0, count = size; count > 0; level += 1, count = Math.floor(count / TILE_NODES)) {
    const width = count % TILE_NODES;
    open.push(width > 0 ? await readHashes(tx, level, Math.floor(count / TILE_NODES), width) : []);
  }
  return open;
}
