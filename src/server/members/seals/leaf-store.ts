import { leafNode, NODE_BYTES, readNode, writeNode } from '#domain/seal/sum-tree.ts';
import { type Leaf, sha256 } from './member-leaves.ts';

/** Leaves in one buffer: 52 bytes each, 100 MB for a million members. */
export type LeafStore = {
  add(leaf: Leaf): void;
  count(): number;
  totalMicros(): bigint;
  /** By hash, so that the order says nothing about members. */
  sorted(): Generator<Buffer>;
};

/** Leaves are put into buckets by the first two bytes of their hash; one bucket is sorted at a time. */
const BUCKETS = 2 ** 16;

export function openLeafStore(capacity: number): LeafStore {
  const bytes = Buffer.allocUnsafe(capacity * NODE_BYTES);
  // The first eight bytes of each leaf's hash.
  const high = new Uint32Array(capacity);
  const low = new Uint32Array(capacity);
  let count = 0;
  let totalMicros = 0n;
  const leafAt = (index: number) => bytes.subarray(index * NODE_BYTES, (index + 1) * NODE_BYTES);
  const hashAt = (index: number) => {
    const { hash: id, sum } = readNode(bytes, index * NODE_BYTES);
    return leafNode(sha256, id, sum).hash;
  };
  const bucketOf = (index: number) => high[index]! >>> 16;
  const compare = (one: number, other: number) =>
    high[one]! - high[other]! || low[one]! - low[other]! || Buffer.compare(hashAt(one), hashAt(other));
  return {
    add({ id, amountMicros }) {
      const { hash } = leafNode(sha256, id, amountMicros);
      writeNode(bytes, count * NODE_BYTES, { hash: id, sum: amountMicros });
      const view = new DataView(hash.buffer, hash.byteOffset);
      high[count] = view.getUint32(0);
      low[count] = view.getUint32(4);
      count += 1;
      totalMicros += amountMicros;
    },
    count: () => count,
    totalMicros: () => totalMicros,
    *sorted() {
      const starts = new Uint32Array(BUCKETS + 1);
      for (let index = 0; index < count; index += 1) starts[bucketOf(index) + 1]! += 1;
      for (let bucket = 0; bucket < BUCKETS; bucket += 1) starts[bucket + 1]! += starts[bucket]!;
      const order = new Uint32Array(count);
      const next = starts.slice();
      for (let index = 0; index < count; index += 1) order[next[bucketOf(index)]!++] = index;
      for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
        for (const index of order.subarray(starts[bucket], starts[bucket + 1]).sort(compare)) yield leafAt(index);
      }
    },
  };
}
