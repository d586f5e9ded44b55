/** Merkle sum tree in the shape of RFC 6962: each node is split at the largest power of two below its leaves. */
export type SumNode = { hash: Uint8Array; sum: bigint };

export type Sha256 = (bytes: Uint8Array) => Uint8Array;

const HASH_BYTES = 32;
const SUM_BYTES = 8;
/** An id and an amount, or a hash and a sum. */
export const NODE_BYTES = HASH_BYTES + SUM_BYTES;

/** The largest bigint of PostgreSQL; a larger sum could wrap around. */
const MAX_SUM = 2n ** 63n - 1n;

export function leafNode(sha256: Sha256, id: Uint8Array, amountMicros: bigint): SumNode {
  const bytes = new Uint8Array(1 + NODE_BYTES);
  bytes.set(id, 1);
  writeSum(bytes, 1 + HASH_BYTES, amountMicros);
  return { hash: sha256(bytes), sum: amountMicros };
}

/** @internal exported for the tests */
export function innerNode(sha256: Sha256, left: SumNode, right: SumNode): SumNode {
  const bytes = new Uint8Array(1 + 2 * NODE_BYTES);
  bytes[0] = 1;
  writeNode(bytes, 1, left);
  writeNode(bytes, 1 + NODE_BYTES, right);
  const sum = left.sum + right.sum;
  return { hash: sha256(bytes), sum: checkedSum(sum) };
}

export function rootOf(sha256: Sha256, nodes: readonly SumNode[]): SumNode {
  const [first] = nodes;
  if (!first) throw new Error('A tree has at least one leaf.');
  if (nodes.length === 1) return first;
  const split = splitOf(nodes.length);
  return innerNode(sha256, rootOf(sha256, nodes.slice(0, split)), rootOf(sha256, nodes.slice(split)));
}

/** Siblings from the node at `index` up to the root. */
export function pathOf(sha256: Sha256, nodes: readonly SumNode[], index: number): SumNode[] {
  if (nodes.length <= 1) return [];
  const split = splitOf(nodes.length);
  const [left, right] = [nodes.slice(0, split), nodes.slice(split)];
  return index < split
    ? [...pathOf(sha256, left, index), rootOf(sha256, right)]
    : [...pathOf(sha256, right, index - split), rootOf(sha256, left)];
}

export function writeNode(bytes: Uint8Array, offset: number, { hash, sum }: SumNode): void {
  bytes.set(hash, offset);
  writeSum(bytes, offset + HASH_BYTES, sum);
}

export function readNode(bytes: Uint8Array, offset: number): SumNode {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset + HASH_BYTES, SUM_BYTES);
  return { hash: bytes.slice(offset, offset + HASH_BYTES), sum: checkedSum(view.getBigUint64(0)) };
}

function writeSum(bytes: Uint8Array, offset: number, sum: bigint): void {
  new DataView(bytes.buffer, bytes.byteOffset).setBigUint64(offset, checkedSum(sum));
}

function checkedSum(sum: bigint): bigint {
  if (sum < 0n || sum > MAX_SUM) throw new RangeError(`A sum of ${sum} is negative or too large.`);
  return sum;
}

function splitOf(count: number): number {
  return 2 ** Math.floor(Math.log2(count - 1));
}
