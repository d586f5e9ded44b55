import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkProof, type Proof } from '#domain/seal/check-proof.ts';
import { NODE_BYTES, type SumNode } from '#domain/seal/sum-tree.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { build, DAY, type Holder, idOf, type Leaf, proofOf, sha256 } from './trees.ts';

const folder = await temporaryFolder('proofs');

const holder = (username: string, ...amounts: [bigint, bigint]): Holder => ({
  ...{ username, nonce: randomBytes(32), amounts },
});
const anna = holder('anna', 21_000_000_000n, 639_310_000n);
const ivan = holder('ivan', 5_000_000n, 0n);
const marie = holder('marie', 0n, 0n);
const leavesOf = ({ username, nonce, amounts }: Holder): Leaf[] =>
  amounts.map((amountMicros, part) => ({ id: idOf(nonce, part, username), amountMicros }));

const leaves = [anna, ivan, marie].flatMap(leavesOf);
const honest = build(leaves);
const proof = await proofOf(honest, anna, [0, 1]);

/** Results of the member’s browser and of the script on their computer. */
async function verdicts(shown: Proof, note: string, username: string): Promise<{ browser: string; script: string }> {
  const { fault } = await checkProof(shown, note, username);
  const file = join(folder, 'proof.json');
  writeFileSync(file, JSON.stringify(shown));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['public/check-proof.mjs', file], {
    encoding: 'utf8',
  });
  return { browser: fault ?? 'right', script: status === 0 ? (stdout.split('\n')[0] ?? '') : stderr.trim() };
}

test('an honest proof names the balance, the sum and the day', async () => {
  expect(await verdicts(proof, honest.note, 'anna')).toEqual({
    browser: 'right',
    script: `anna: 21639.310000 USDT is part of 21644.310000 USDT owed to 3 members on ${DAY}.`,
  });
});

test('an amount that differs from the leaf is noticed', async () => {
  const changed = { ...proof, parts: proof.parts.map((part) => ({ ...part, micros: `${BigInt(part.micros) + 1n}` })) };
  expect(await verdicts(changed, honest.note, 'anna')).toEqual({
    browser: 'root',
    script: 'The leaf does not lead to the root of the seal.',
  });
});

test('a member who was left out has no proof: another member’s leaves don’t fit their name', async () => {
  const without = build([anna, ivan].flatMap(leavesOf));
  const lent = { ...(await proofOf(without, ivan, [2, 3])), username: 'marie' };
  expect((await verdicts(lent, without.note, 'marie')).browser).toBe('root');
  expect(await checkProof(await proofOf(without, ivan, [2, 3]), without.note, 'marie')).toMatchObject({
    fault: 'other_member',
  });
});

test('one leaf can’t be shown to two members with the same balance', async () => {
  const twins = [holder('twin1', 7n, 3n), holder('twin2', 7n, 3n)] as const;
  const tree = build([...leavesOf(twins[0]), ...leavesOf(anna)]);
  const first = await proofOf(tree, twins[0], [0, 1]);
  expect((await verdicts(first, tree.note, 'twin1')).browser).toBe('right');
  for (const nonce of [first.nonce, twins[1].nonce.toString('base64')]) {
    const second = { ...first, username: 'twin2', nonce };
    expect(await verdicts(second, tree.note, 'twin2')).toEqual({
      browser: 'root',
      script: 'The leaf does not lead to the root of the seal.',
    });
  }
});

test('the second part of a balance can’t be the first one again', async () => {
  const twice = { ...proof, parts: [proof.parts[0]!, proof.parts[0]!] };
  expect((await verdicts(twice, honest.note, 'anna')).browser).toBe('root');
  const once = { ...proof, parts: [proof.parts[0]!] };
  expect(await verdicts(once, honest.note, 'anna')).toEqual({
    browser: 'parts',
    script: 'A balance has two parts.',
  });
});

/** As two's complement, which is how a negative sum would be written in eight bytes. */
const wrapped = (micros: bigint) => BigInt.asUintN(64, micros);

test('a negative leaf beside the member’s, which would lower the total, is noticed', async () => {
  const [own, other] = leavesOf(anna);
  const debt = -20_000_000_000n;
  const node = (leaf: Leaf): SumNode => ({
    hash: sha256(Buffer.concat([Buffer.of(0), leaf.id, eight(leaf.amountMicros)])),
    sum: leaf.amountMicros,
  });
  const [left, right] = [node(own!), node({ id: randomBytes(32), amountMicros: wrapped(debt) })];
  const bottom = sha256(Buffer.concat([Buffer.of(1), left.hash, eight(left.sum), right.hash, eight(right.sum)]));
  const total = own!.amountMicros + debt;
  const note = build([own!, other!], { totalMicros: total, root: bottom.toString('hex') }).note;
  const path = Buffer.concat([right.hash, eight(right.sum)]).toString('base64');
  const part = { micros: String(own!.amountMicros), index: 0, path };
  for (const parts of [
    [part, part],
    [{ ...part, micros: String(debt) }, part],
  ]) {
    const shown = { note, username: 'anna', nonce: anna.nonce.toString('base64'), parts };
    expect(await verdicts(shown, note, 'anna')).toEqual({ browser: 'amount', script: 'An amount is out of range.' });
  }
});

test('an understated total is noticed', async () => {
  const lying = build(leaves, { totalMicros: 1_000_000n });
  expect(await verdicts(await proofOf(lying, anna, [0, 1]), lying.note, 'anna')).toEqual({
    browser: 'total',
    script: 'The sums do not lead to the total of the seal.',
  });
});

test('a tree that is taller or lower than the seal says is noticed', async () => {
  const steps = Buffer.from(proof.parts[0]!.path, 'base64');
  for (const changed of [steps.subarray(0, -NODE_BYTES), Buffer.concat([steps, steps.subarray(-NODE_BYTES)])]) {
    const path = changed.toString('base64');
    const shown = { ...proof, parts: proof.parts.map((part) => ({ ...part, path })) };
    expect((await verdicts(shown, honest.note, 'anna')).browser).toBe('amount');
    expect((await verdicts(shown, honest.note, 'anna')).script).toMatch(/^A path is too/);
  }
});

test('a proof against another seal than the public one is noticed: each member can’t get a seal of their own', async () => {
  const own = build([...leavesOf(anna), ...leavesOf(marie)]);
  const shown = await proofOf(own, anna, [0, 1]);
  expect(await checkProof(shown, honest.note, 'anna')).toMatchObject({ fault: 'other_seal' });
});

function eight(micros: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(wrapped(micros));
  return bytes;
}
