import { leafNode, NODE_BYTES, pathOf, readNode, rootOf, type Sha256, type SumNode, writeNode } from './sum-tree.ts';

/** Nodes per tile. A power of two, so that the root of a tile is a node of the tree. */
export const TILE_NODES = 256;

/** Level 0 has leaves (id, amount); a node of level 1 is the root of a tile of level 0, and so on. */
export type Tile = { level: number; number: number; firstHash: Uint8Array; nodes: Uint8Array };

/** Yields tiles of all levels; returns the root. `leaves` are `NODE_BYTES` each, in the order of the tree. */
export function* makeTiles(sha256: Sha256, leaves: Iterable<Uint8Array>): Generator<Tile, SumNode> {
  const levels: SumNode[][] = [];
  const counts: number[] = [];
  let open: Uint8Array[] = [];
  function* close(level: number, nodes: readonly SumNode[], bytes: Uint8Array): Generator<Tile, SumNode> {
    const number = counts[level] ?? 0;
    counts[level] = number + 1;
    yield { level, number, firstHash: nodes[0]!.hash, nodes: bytes };
    return rootOf(sha256, nodes);
  }
  function* add(level: number, root: SumNode): Generator<Tile, void> {
    const nodes = (levels[level] ??= []);
    nodes.push(root);
    if (nodes.length === TILE_NODES) yield* closeLevel(level);
  }
  function* closeLevel(level: number): Generator<Tile, void> {
    const nodes = levels[level]!;
    levels[level] = [];
    yield* add(level + 1, yield* close(level, nodes, bytesOf(nodes)));
  }
  function* closeLeaves(): Generator<Tile, void> {
    const bytes = joined(open);
    open = [];
    yield* add(1, yield* close(0, leavesOf(sha256, bytes), bytes));
  }
  for (const leaf of leaves) {
    open.push(leaf);
    if (open.length === TILE_NODES) yield* closeLeaves();
  }
  if (open.length > 0) yield* closeLeaves();
  for (let level = 1; level < levels.length; level += 1) {
    const nodes = levels[level]!;
    const isTop = level === levels.length - 1 && (counts[level] ?? 0) === 0;
    if (isTop && nodes.length === 1) return nodes[0]!;
    if (nodes.length > 0) yield* closeLevel(level);
  }
  throw new Error('A tree has at least one leaf.');
}

type ReadTile = (level: number, number: number) => Promise<Uint8Array>;

/** Siblings of a leaf up to the root: the path in its tile, then in the tile of that tile’s root, and so on. */
export async function pathInTiles(sha256: Sha256, read: ReadTile, leaves: number, index: number): Promise<SumNode[]> {
  const path: SumNode[] = [];
  let position = index;
  for (let level = 0, count = leaves; count > 1; level += 1, count = Math.ceil(count / TILE_NODES)) {
    const number = Math.floor(position / TILE_NODES);
    const bytes = await read(level, number);
    const nodes = level === 0 ? leavesOf(sha256, bytes) : nodesOf(bytes);
    path.push(...pathOf(sha256, nodes, position % TILE_NODES));
    position = number;
  }
  return path;
}

export function leavesOf(sha256: Sha256, bytes: Uint8Array): SumNode[] {
  return nodesOf(bytes).map(({ hash: id, sum }) => leafNode(sha256, id, sum));
}

function nodesOf(bytes: Uint8Array): SumNode[] {
  return Array.from({ length: bytes.length / NODE_BYTES }, (_, index) => readNode(bytes, index * NODE_BYTES));
}

function bytesOf(nodes: readonly SumNode[]): Uint8Array {
  const bytes = new Uint8Array(nodes.length * NODE_BYTES);
  for (const [index, node] of nodes.entries()) writeNode(bytes, index * NODE_BYTES, node);
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.length * NODE_BYTES);
  for (const [index, part] of parts.entries()) bytes.set(part, index * NODE_BYTES);
  return bytes;
}
