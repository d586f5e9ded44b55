import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkLogProof } from '#domain/seal/check-log-proof.ts';
import { readTileAddress } from '#domain/seal/log-address.ts';
import { openingOfPayout } from '#domain/seal/log-entry.ts';
import { hashRoot, leafHash, logTree } from '#domain/seal/log-tree.ts';
import { hmacOf, sha256 } from './trees.ts';

const nonce = randomBytes(32);
const facts = { id: '1', username: 'anna', amountMicros: 5n, feeMicros: 1n, chainId: 'abc', at: new Date(0) };
const opening = openingOfPayout(facts);
const own = leafHash(sha256, Buffer.from(`payout ${hmacOf(nonce, opening).toString('hex')}`));

const others = Array.from({ length: 7 }, () => randomBytes(32));

/** The tiles of a log, level by level. */
function tilesOf(leaves: readonly Uint8Array[]): Uint8Array[][] {
  const levels = [[...leaves]];
  for (let level = levels[0]!; level.length >= 256;) {
    const above = Array.from({ length: Math.floor(level.length / 256) }, (_, number) =>
      hashRoot(sha256, level.slice(number * 256, (number + 1) * 256)),
    );
    levels.push(above);
    level = above;
  }
  return levels;
}

test.each([1, 2, 3, 255, 256, 257, 512, 66_000])(
  'in a log of %i entries a member finds the own one from tiles alone, under the root of RFC 6962',
  async (size) => {
    const at = Math.floor(Math.random() * size);
    const leaves = Array.from({ length: size }, (_, index) => (index === at ? own : others[index % 7]!));
    const levels = tilesOf(leaves);
    const tree = logTree(sha256, size, async (level, number, count) => {
      expect(count, 'no tile of the format is wider').toBeLessThanOrEqual(256);
      return levels[level]!.slice(number * 256, number * 256 + count);
    });
    const root = Buffer.from(await tree.root()).toString('hex');
    expect(root).toBe(Buffer.from(hashRoot(sha256, leaves)).toString('hex'));
    const path = (await tree.pathTo(at)).map((hash) => Buffer.from(hash).toString('hex'));
    const note = `log-size ${size}\nlog-root ${root}\n`;
    const wanted = { kind: 'payout', id: '1', username: 'anna', amountMicros: 5n } as const;
    const check = async (changed: { index?: number; path?: string[] }) => {
      const entry = { opening, nonce: nonce.toString('hex'), index: at, path, ...changed };
      return (await checkLogProof({ note, entries: [entry] }, note, wanted)).fault;
    };
    expect(await check({})).toBeUndefined();
    expect(await check({ path: [...path, root] })).toBe('root');
    expect(await check({ index: size + at })).toBe('root');
    if (size > 1) expect(await check({ path: path.slice(1) })).toBe('root');
  },
);

test('the log before the first entry has the root of an empty tree', async () => {
  const root = await logTree(sha256, 0, () => Promise.reject(new Error('it has no tiles'))).root();
  expect(Buffer.from(root)).toEqual(sha256(Buffer.of()));
});

test('a chain id from outside can’t add a line to what an entry says', () => {
  expect(openingOfPayout({ ...facts, chainId: 'abc\namount 9' })).toContain('chain "abc\\namount 9"\n');
});

test('tiles are found at the addresses of the format, and at no other', () => {
  const tile = (path: string) => readTileAddress(`/seal/log/tile/${path}`);
  expect(tile('0/x001/x234/067')).toEqual({ level: 0, number: 1_234_067, width: 256 });
  expect(tile('entries/000.p/1')).toEqual({ level: undefined, number: 0, width: 1 });
  expect(tile('63/999.p/255')).toEqual({ level: 63, number: 999, width: 255 });
  for (const path of ['0/x000/001', '0/1', '64/001', '01/001', '0/001.p/256', '0/001.p/01', '0/x001', '-1/001']) {
    expect(tile(path), path).toBeUndefined();
  }
});
