import { and, desc, eq, lte } from 'drizzle-orm';
import type { OutputOf } from '#contracts/contract.ts';
import type { getProof } from '#contracts/seals.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import type { Day } from '#domain/days.ts';
import { leafNode, NODE_BYTES, type SumNode, writeNode } from '#domain/seal/sum-tree.ts';
import { leavesOf, pathInTiles, TILE_NODES } from '#domain/seal/tiles.ts';
import type { Db } from '#server/db/connect.ts';
import { dailySealTiles, type Member } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { type Leaf, leavesOfMember, sha256 } from './member-leaves.ts';
import { midnightAfter } from './midnight.ts';
import { readBalanceAt } from './read-balances.ts';
import { sealKeyOf } from './seal-keys.ts';
import { findSeal } from './read-seals.ts';

type ProofServices = Pick<Services, 'db' | 'secrets' | 'config' | 'log'>;

/** Only of the caller’s own leaves. A balance that is not in the seal is logged: it must never happen. */
export async function readProof(
  services: ProofServices,
  day: Day,
  member: Member,
): Promise<OutputOf<typeof getProof> | Refused> {
  const { db, config } = services;
  const seal = await findSeal(db, day);
  const key = seal && sealKeyOf(services, seal.publicKey);
  const midnight = midnightAfter(day, config.timeZone);
  if (!key || member.activatedAt >= midnight || !(await hasTiles(db, day))) return refuse('not_found');
  const balanceMicros = await readBalanceAt(db, member.id, midnight);
  const holder = { id: member.id, username: member.username, balanceMicros };
  const { nonce, leaves } = leavesOfMember(key, day, holder);
  const parts = await Promise.all(leaves.map((leaf) => readPart(db, { day, leaves: seal.leaves, leaf })));
  const found = parts.filter((part) => part !== undefined);
  if (found.length < parts.length) {
    services.log('error', 'balance is not in the daily seal', { day, memberId: member.id });
    return refuse('not_in_seal');
  }
  return { note: seal.note, username: member.username, nonce: nonce.toString('base64'), parts: found };
}

async function hasTiles(db: Db, day: Day): Promise<boolean> {
  const tile = db.select({ day: dailySealTiles.day }).from(dailySealTiles).where(eq(dailySealTiles.day, day));
  return (await tile.limit(1)).length > 0;
}

type Wanted = { day: Day; leaves: number; leaf: Leaf };
type Part = OutputOf<typeof getProof>['parts'][number];

async function readPart(db: Db, { day, leaves, leaf: { id, amountMicros } }: Wanted): Promise<Part | undefined> {
  const leaf = leafNode(sha256, id, amountMicros);
  const [tile] = await db
    .select()
    .from(dailySealTiles)
    .where(
      and(
        eq(dailySealTiles.day, day),
        eq(dailySealTiles.level, 0),
        lte(dailySealTiles.firstHash, Buffer.from(leaf.hash)),
      ),
    )
    .orderBy(desc(dailySealTiles.firstHash))
    .limit(1);
  const position = tile ? leavesOf(sha256, tile.nodes).findIndex(({ hash }) => same(hash, leaf.hash)) : -1;
  if (!tile || position === -1) return undefined;
  const index = tile.number * TILE_NODES + position;
  const read = async (level: number, number: number) =>
    level === 0 ? tile.nodes : readTile(db, { day, level, number });
  const path = await pathInTiles(sha256, read, leaves, index);
  return { micros: String(amountMicros), index, path: Buffer.concat(path.map(bytesOf)).toString('base64') };
}

function bytesOf(node: SumNode): Buffer {
  const bytes = Buffer.alloc(NODE_BYTES);
  writeNode(bytes, 0, node);
  return bytes;
}

const same = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;

async function readTile(db: Db, { day, level, number }: { day: Day; level: number; number: number }): Promise<Buffer> {
  const at = and(eq(dailySealTiles.day, day), eq(dailySealTiles.level, level), eq(dailySealTiles.number, number));
  const [tile] = await db.select({ nodes: dailySealTiles.nodes }).from(dailySealTiles).where(at);
  if (!tile) throw new Error(`Tile ${number} of level ${level} of ${day} is missing.`);
  return tile.nodes;
}
