import { expect, test } from 'vitest';
import { accrualKey, batchOfKey, digestOf, linkHash, reversalKey } from '#server/ledger/chain.ts';

const key = Buffer.from('a key that nobody knows who has only the database');
const contents = {
  key: 'gift:1',
  kind: 'accrual',
  memberId: 7,
  at: new Date('2026-11-20T10:00:00Z'),
  details: { reason: 'earnings', document: 'D-1' },
  legs: [
    { accountId: 1, amountMicros: -5n, day: '2026-11-20' },
    { accountId: 2, amountMicros: 5n, day: '2026-11-20' },
  ],
};
const digest = digestOf(contents);
const link = { previous: null, digest, number: 1, amountMicros: 5n, balanceMicros: 5n };

test('a link of the chain fits nothing but what it was made for', () => {
  const others = [
    linkHash(Buffer.from('another key'), link),
    ...[
      { ...link, previous: linkHash(key, link) },
      { ...link, digest: digestOf({ ...contents, memberId: 8 }) },
      { ...link, number: 2 },
      { ...link, amountMicros: 6n },
      { ...link, balanceMicros: 6n },
    ].map((other) => linkHash(key, other)),
  ];
  const hashes = [linkHash(key, link), ...others].map((hash) => hash.toString('hex'));
  expect(new Set(hashes).size).toBe(hashes.length);
});

test('a digest and a link have 256 bits', () => {
  expect([digest.length, linkHash(key, link).length]).toEqual([32, 32]);
});

test('what a transfer says is the same in whatever order it is read back', () => {
  const { details, legs } = contents;
  const turned = {
    ...contents,
    details: { document: details.document, reason: details.reason },
    legs: legs.toReversed(),
  };
  expect(digestOf(turned)).toEqual(digest);
});

test('only a line of an import belongs to its batch, its reversal does not', () => {
  expect(batchOfKey(accrualKey('june', 0))).toBe('june');
  expect(batchOfKey(accrualKey('2026-06.v2', 1_250))).toBe('2026-06.v2');
  expect(batchOfKey(reversalKey('june', 1))).toBeUndefined();
  for (const other of ['accrual:june', 'gift:accrual:june:1', 'accrual::1', 'accrual:june:x', 'accrual:a:b:1']) {
    expect(batchOfKey(other), other).toBeUndefined();
  }
});
