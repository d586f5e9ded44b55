import type { Sha256 } from './sum-tree.ts';
import { TILE_NODES } from './tiles.ts';

/** Tree of RFC 6962 in the tiles of C2SP tlog-tiles: level 0 has leaf hashes, each next one the roots of full tiles. */
type Hash = Uint8Array;

/** The first `count` hashes of a tile. */
type ReadHashes = (level: number, number: number, count: number) => Promise<readonly Hash[]>;

export type LogTree = {
  root(): Promise<Hash>;
  /** Siblings of a leaf up to the root. */
  pathTo(index: number): Promise<Hash[]>;
};

export function logTree(sha256: Sha256, size: number, read: ReadHashes): LogTree {
  const nodesUpTo = (level: number) => Math.floor(size / TILE_NODES ** level);
  /** With the root of the unfinished subtree at the end, which no tile has. */
  const nodesOf = async (level: number, number: number): Promise<readonly Hash[]> => {
    const count = Math.min(nodesUpTo(level) - number * TILE_NODES, TILE_NODES);
    const nodes = count > 0 ? await read(level, number, count) : [];
    if (count === TILE_NODES || size % TILE_NODES ** level === 0) return nodes;
    return [...nodes, hashRoot(sha256, await nodesOf(level - 1, nodesUpTo(level)))];
  };
  return {
    async root() {
      if (size === 0) return sha256(new Uint8Array());
      let level = 0;
      while (TILE_NODES ** level < size) level += 1;
      return hashRoot(sha256, await nodesOf(level, 0));
    },
    async pathTo(index) {
      const path: Hash[] = [];
      let position = index;
      for (let level = 0, count = size; count > 1; level += 1, count = Math.ceil(count / TILE_NODES)) {
        const number = Math.floor(position / TILE_NODES);
        path.push(...hashPath(sha256, await nodesOf(level, number), position % TILE_NODES));
        position = number;
      }
      return path;
    },
  };
}

export function leafHash(sha256: Sha256, entry: Uint8Array): Hash {
  const bytes = new Uint8Array(1 + entry.length);
  bytes.set(entry, 1);
  return sha256(bytes);
}

function nodeHash(sha256: Sha256, left: Hash, right: Hash): Hash {
  const bytes = new Uint8Array(1 + left.length + right.length);
  bytes[0] = 1;
  bytes.set(left, 1);
  bytes.set(right, 1 + left.length);
  return sha256(bytes);
}

export function hashRoot(sha256: Sha256, hashes: readonly Hash[]): Hash {
  const [first] = hashes;
  if (!first) throw new Error('A tree has at least one leaf.');
  if (hashes.length === 1) return first;
  const split = splitOf(hashes.length);
  return nodeHash(sha256, hashRoot(sha256, hashes.slice(0, split)), hashRoot(sha256, hashes.slice(split)));
}

function hashPath(sha256: Sha256, hashes: readonly Hash[], index: number): Hash[] {
  if (hashes.length <= 1) return [];
  const split = splitOf(hashes.length);
  const [left, right] = [hashes.slice(0, split), hashes.slice(split)];
  return index < split
    ? [...hashPath(sha256, left, index), hashRoot(sha256, right)]
    : [...hashPath(sha256, right, index - split), hashRoot(sha256, left)];
}

/** The largest power of two below `count`. */
function splitOf(count: number): number {
  return 2 ** Math.floor(Math.log2(count - 1));
}
