/** Anybody’s check that a balance is counted in a daily seal. Only Web Crypto; nothing is trusted but the seal’s note. */

/** A balance is two leaves. `path` leads from a leaf to the root, 40 bytes a step: a hash and a sum of micros. */
type Part = { micros: string; index: number; path: string };
export type Proof = { note: string; username: string; nonce: string; parts: readonly Part[] };

type Fault = 'other_seal' | 'other_member' | 'parts' | 'amount' | 'root' | 'total';
type Check = { fault?: Fault; balanceMicros: bigint; leaves: string[]; roots: string[] };

type Node = { hash: Uint8Array<ArrayBuffer>; sum: bigint };

/** `publicNote` comes from the seal’s public page, `username` from the reader. */
export async function checkProof(proof: Proof, publicNote: string, username: string): Promise<Check> {
  const check: Check = { balanceMicros: 0n, leaves: [], roots: [] };
  if (proof.note !== publicNote) return { ...check, fault: 'other_seal' };
  if (proof.username !== username) return { ...check, fault: 'other_member' };
  if (proof.parts.length !== 2) return { ...check, fault: 'parts' };
  const line = (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(publicNote)?.[1] ?? '';
  try {
    for (const [number, part] of proof.parts.entries()) {
      // The leaf names the day, the part and the username, so it can’t be shown to another member.
      const id = await hmac(bytesOf(proof.nonce), `${line('day')}|${number}|${username}`);
      const sum = amount(part.micros);
      const leaf = { hash: await sha256([0], id, eightBytes(sum)), sum };
      const root = await climb(leaf, part, Number(line('leaves')));
      check.balanceMicros += sum;
      check.leaves.push(hexOf(leaf.hash));
      check.roots.push(hexOf(root.hash));
      if (hexOf(root.hash) !== line('root')) return { ...check, fault: 'root' };
      if (root.sum !== amount(line('total'))) return { ...check, fault: 'total' };
    }
  } catch {
    return { ...check, fault: 'amount' };
  }
  return check;
}

/** RFC 6962: the index says at each step whether the sibling is on the left or on the right. */
async function climb(leaf: Node, { index, path }: Part, leaves: number): Promise<Node> {
  let [node, at, last] = [leaf, index, leaves - 1];
  for (let step = 0, bytes = bytesOf(path); step < bytes.length; step += 40) {
    if (last === 0) throw new RangeError('The path is too long.');
    const sum = new DataView(bytes.buffer).getBigUint64(step + 32);
    const sibling = { hash: bytes.slice(step, step + 32), sum: amount(String(sum)) };
    if (at % 2 === 1 || at === last) {
      node = await join(sibling, node);
      // A last node without a sibling moves up unchanged.
      while (at % 2 === 0 && at > 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else node = await join(node, sibling);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  if (last !== 0) throw new RangeError('The path is too short.');
  return node;
}

async function join(left: Node, right: Node): Promise<Node> {
  const hash = await sha256([1], left.hash, eightBytes(left.sum), right.hash, eightBytes(right.sum));
  return { hash, sum: amount(String(left.sum + right.sum)) };
}

/** A negative or overflowing amount would make the total smaller than what is owed. */
function amount(digits: string): bigint {
  if (!/^\d{1,19}$/.test(digits) || BigInt(digits) >= 2n ** 63n) throw new RangeError('The amount is out of range.');
  return BigInt(digits);
}

async function sha256(...parts: (number[] | Uint8Array)[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(parts.flatMap((part) => [...part]))));
}

async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text)));
}

const eightBytes = (value: bigint) =>
  Uint8Array.from({ length: 8 }, (_, at) => Number((value >> BigInt(56 - 8 * at)) & 255n));
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
