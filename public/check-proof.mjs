// Is a balance counted in a daily seal? node check-proof.mjs proof.json [seal.json, as anybody else got it]
import { createHash, createHmac, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const fail = (why) => process.exit(console.error(why) ?? 1);
const [proof, seal] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')));
const { note, username, nonce, parts } = proof;
const line = (name) => new RegExp(`^${name} (.*)$`, 'm').exec(note)?.[1] ?? fail(`The seal has no ${name}.`);

// An amount is 8 bytes, never negative; a sum that is too large is refused.
function amount(digits) {
  const micros = /^\d{1,19}$/.test(digits) ? BigInt(digits) : -1n;
  if (micros < 0n || micros >= 2n ** 63n) fail('An amount is out of range.');
  return micros;
}
const bytes = (micros) => Buffer.from(micros.toString(16).padStart(16, '0'), 'hex');
const sha256 = (...all) => createHash('sha256').update(Buffer.concat(all)).digest();
const hmac = (key, text) => createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest();
const join = (left, right) => ({
  hash: sha256(Buffer.of(1), left.hash, bytes(left.sum), right.hash, bytes(right.sum)),
  sum: amount(String(left.sum + right.sum)),
});

// RFC 6962: the index says on which side the sibling is. A step is 40 bytes: hash and sum.
function climb(node, { index, path }, leaves) {
  let [at, last] = [index, leaves - 1];
  for (let step = 0, steps = Buffer.from(path, 'base64'); step < steps.length; step += 40) {
    if (last === 0) fail('A path is too long.');
    const sibling = { hash: steps.subarray(step, step + 32), sum: amount(String(steps.readBigUInt64BE(step + 32))) };
    if (at % 2 === 1 || at === last) {
      node = join(sibling, node);
      while (at % 2 === 0 && at > 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else node = join(node, sibling);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? node : fail('A path is too short.');
}
let balance = 0n;
if (parts.length !== 2) fail('A balance has two parts.');
for (const [number, part] of parts.entries()) {
  // The leaf names day, part and username, so it can't be shown to another member.
  const id = hmac(nonce, `${line('day')}|${number}|${username}`);
  const sum = amount(part.micros);
  const root = climb({ hash: sha256(Buffer.of(0), id, bytes(sum)), sum }, part, Number(line('leaves')));
  if (root.hash.toString('hex') !== line('root')) fail('The leaf does not lead to the root of the seal.');
  if (root.sum !== amount(line('total'))) fail('The sums do not lead to the total of the seal.');
  balance += sum;
}
const usdt = (micros) => `${micros / 1000000n}.${String(micros % 1000000n).padStart(6, '0')} USDT`;
const total = usdt(amount(line('total')));
console.log(`${username}: ${usdt(balance)} is part of ${total} owed to ${line('members')} members on ${line('day')}.`);
console.log('Root:', line('root'));
if (seal) {
  if (seal.note !== note) fail('The proof belongs to another seal than the public one.');
  const decode = (text, mark) => Buffer.from(text.split(mark).at(-1), 'base64');
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), decode(seal.key, '+').subarray(1)]);
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  const isSigned = verify(null, Buffer.from(note), key, decode(seal.signature, ' ').subarray(4));
  console.log(isSigned ? `Signed with ${seal.key}` : fail('The signature of the seal is wrong.'));
}
