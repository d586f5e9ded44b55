import { and, asc, eq, gte, lt } from 'drizzle-orm';
import { TILE_NODES } from '#domain/seal/tiles.ts';
import type { Db } from '#server/db/connect.ts';
import { logEntries, logNodes } from '#server/db/schema/index.ts';

/** The first `width` hashes of a tile. Throws if there are fewer. */
export async function readHashes(db: Db, level: number, number: number, width: number): Promise<Buffer[]> {
  const hashes = await findHashes(db, level, number, width);
  if (hashes.length < width)
    throw new Error(`Tile ${number} of level ${level} of the public log has no ${width} hashes.`);
  return hashes;
}

async function findHashes(db: Db, level: number, number: number, width: number): Promise<Buffer[]> {
  const first = number * TILE_NODES;
  const table = level === 0 ? logEntries : logNodes;
  const isAtLevel = level === 0 ? undefined : eq(logNodes.level, level);
  const rows = await db
    .select({ hash: table.hash })
    .from(table)
    .where(and(isAtLevel, gte(table.index, first), lt(table.index, first + width)))
    .orderBy(asc(table.index));
  return rows.map(({ hash }) => hash);
}

/** Undefined if the log has no such tile. */
export async function readTile(db: Db, level: number, number: number, width: number): Promise<Buffer | undefined> {
  const hashes = await findHashes(db, level, number, width);
  return hashes.length === width ? Buffer.concat(hashes) : undefined;
}

/** Entries with their lengths in two bytes. Undefined if the log has no such bundle. */
export async function readBundle(db: Db, number: number, width: number): Promise<Buffer | undefined> {
  const first = number * TILE_NODES;
  const rows = await db
    .select({ entry: logEntries.entry })
    .from(logEntries)
    .where(and(gte(logEntries.index, first), lt(logEntries.index, first + width)))
    .orderBy(asc(logEntries.index));
  if (rows.length < width) return undefined;
  return Buffer.concat(rows.flatMap(({ entry }) => [lengthOf(entry), entry]));
}

function lengthOf(entry: Buffer): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(entry.length);
  return bytes;
}
