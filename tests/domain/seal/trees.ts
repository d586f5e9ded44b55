import { createHmac, hash } from 'node:crypto';
import type { Proof } from '#domain/seal/check-proof.ts';
import { noteText } from '#domain/seal/note.ts';
import { leafNode, NODE_BYTES, type SumNode, writeNode } from '#domain/seal/sum-tree.ts';
import { makeTiles, pathInTiles, type Tile } from '#domain/seal/tiles.ts';

export const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer');
export const DAY = '2026-11-27';

export type Leaf = { id: Buffer; amountMicros: bigint };
export type Built = { root: SumNode; note: string; pathOf(index: number): Promise<SumNode[]> };

/** A tree over given leaves, and the note that an operator would sign. */
export function build(leaves: readonly Leaf[], claims: { totalMicros?: bigint; root?: string } = {}): Built {
  const tiles = new Map<string, Tile>();
  const making = makeTiles(sha256, leaves.map(bytesOf));
  let step = making.next();
  for (; !step.done; step = making.next()) tiles.set(`${step.value.level} ${step.value.number}`, step.value);
  const root = step.value;
  const note = noteText('atrium.example', {
    ...{ day: DAY, totalMicros: root.sum, leaves: leaves.length, members: leaves.length / 2, previous: null },
    ...{ root: Buffer.from(root.hash).toString('hex'), madeAt: new Date('2026-11-28T00:10:00Z'), isLate: false },
    ...{ logSize: 0, logRoot: Buffer.from(sha256(Buffer.of())).toString('hex') },
    ...claims,
  });
  const read = async (level: number, number: number) => tiles.get(`${level} ${number}`)!.nodes;
  return { root, note, pathOf: (index) => pathInTiles(sha256, read, leaves.length, index) };
}

function bytesOf({ id, amountMicros }: Leaf): Buffer {
  return pathBytes({ hash: id, sum: amountMicros });
}

/** One step of a path. */
function pathBytes(node: SumNode): Buffer {
  const bytes = Buffer.alloc(NODE_BYTES);
  writeNode(bytes, 0, node);
  return bytes;
}

export const hashOf = ({ id, amountMicros }: Leaf) => leafNode(sha256, id, amountMicros).hash;

export function idOf(nonce: Buffer, part: number, username: string): Buffer {
  return hmacOf(nonce, `${DAY}|${part}|${username}`);
}

export function hmacOf(nonce: Buffer, text: string): Buffer {
  return createHmac('sha256', nonce).update(text).digest();
}

export type Holder = { username: string; nonce: Buffer; amounts: [bigint, bigint] };

/** The proof of a member whose leaves are at these places. */
export async function proofOf(
  tree: Pick<Built, 'note' | 'pathOf'>,
  { username, nonce, amounts }: Holder,
  places: readonly number[],
): Promise<Proof> {
  const parts = await Promise.all(
    places.map(async (index, part) => ({
      ...{ micros: String(amounts[part]), index },
      path: Buffer.concat((await tree.pathOf(index)).map(pathBytes)).toString('base64'),
    })),
  );
  return { note: tree.note, username, nonce: nonce.toString('base64'), parts };
}
