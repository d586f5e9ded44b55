import { expect, test } from 'vitest';
import { checkProof } from '#domain/seal/check-proof.ts';
import { innerNode, leafNode, pathOf, rootOf } from '#domain/seal/sum-tree.ts';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';
import { build, hashOf, type Holder, idOf, type Leaf, proofOf, sha256 } from './trees.ts';

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9));
const random = seededRandom(SEED);
const micros = () => BigInt(Math.floor(random() * 1e12));
const bytes = () => Buffer.from(Array.from({ length: 32 }, () => Math.floor(random() * 256)));

const holder = (index: number): Holder => ({
  username: `member${index}`,
  nonce: bytes(),
  amounts: [micros(), micros()],
});
const leavesOf = ({ username, nonce, amounts }: Holder): Leaf[] =>
  amounts.map((amountMicros, part) => ({ id: idOf(nonce, part, username), amountMicros }));

test.each([1, 2, 3, 64, 127, 128, 129, 200 + Math.floor(random() * 800)])(
  'each of %i members proves their balance, whatever the shape of the tree',
  async (count) => {
    const holders = Array.from({ length: count }, (_, index) => holder(index));
    const leaves = holders.flatMap(leavesOf).toSorted((a, b) => Buffer.compare(hashOf(a), hashOf(b)));
    const tree = build(leaves);
    const naive = rootOf(
      sha256,
      leaves.map(({ id, amountMicros }) => leafNode(sha256, id, amountMicros)),
    );
    expect(tree.root, `seed ${SEED}`).toEqual(naive);
    const checked = [0, 1, Math.floor(count / 2), count - 1].map((index) => holders[index]).filter((one) => one);
    for (const one of checked) {
      const places = leavesOf(one!).map((own) => leaves.findIndex(({ id }) => id.equals(own.id)));
      const check = await checkProof(await proofOf(tree, one!, places), tree.note, one!.username);
      expect(check.fault, `seed ${SEED}`).toBeUndefined();
      expect(check.balanceMicros).toBe(one!.amounts[0] + one!.amounts[1]);
    }
  },
);

test('the tree splits at the largest power of two, as RFC 6962 says', () => {
  const [a, b, c, d, e] = Array.from({ length: 5 }, () => leafNode(sha256, bytes(), micros()));
  const join = (left: typeof a, right: typeof a) => innerNode(sha256, left!, right!);
  expect(rootOf(sha256, [a!, b!, c!])).toEqual(join(join(a, b), c));
  const left = join(join(a, b), join(c, d));
  expect(rootOf(sha256, [a!, b!, c!, d!, e!])).toEqual(join(left, e));
  expect(pathOf(sha256, [a!, b!, c!, d!, e!], 4)).toEqual([left]);
  expect(pathOf(sha256, [a!, b!, c!, d!, e!], 2)).toEqual([d, join(a, b), e]);
});

test('no leaf is negative, and no sum wraps around', () => {
  expect(() => leafNode(sha256, bytes(), -1n)).toThrow('negative');
  const half = leafNode(sha256, bytes(), 2n ** 62n);
  expect(() => innerNode(sha256, half, half)).toThrow('too large');
});
