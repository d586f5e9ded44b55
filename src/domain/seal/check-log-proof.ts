/** A member’s check that their payout or place is in the public log of a seal. Only Web Crypto; only the note is trusted. */

type Entry = { opening: string; nonce: string; index: number; path: readonly string[] };
type LogProof = { note: string; entries: readonly Entry[] };
/** `amount` only of a payout. */
type Wanted = { kind: 'payout' | 'seat'; id: string; username: string; amountMicros?: bigint };

type Fault = 'other_seal' | 'other_entry' | 'root';
type Check = { fault?: Fault; openings: string[] };

/** `publicNote` comes from the seal’s public page; `wanted` from the reader. */
export async function checkLogProof(proof: LogProof, publicNote: string, wanted: Wanted): Promise<Check> {
  const openings = proof.entries.map(({ opening }) => opening);
  if (proof.note !== publicNote) return { fault: 'other_seal', openings };
  if (openings.length === 0 || !openings.every((opening) => isOf(opening, wanted))) {
    return { fault: 'other_entry', openings };
  }
  const size = Number(lineOf(publicNote, 'log-size'));
  for (const { opening, nonce, index, path } of proof.entries) {
    const entry = `${wanted.kind} ${hexOf(await hmac(bytesOf(nonce), opening))}`;
    const root = await climb(await sha256(Uint8Array.of(0), new TextEncoder().encode(entry)), { index, path }, size);
    if (!root || hexOf(root) !== lineOf(publicNote, 'log-root')) return { fault: 'root', openings };
  }
  return { openings };
}

/** A payout is named by its withdrawal, each placement event by its place. */
function isOf(opening: string, { kind, id, username, amountMicros }: Wanted): boolean {
  if (!opening.startsWith(`${kind} `) || lineOf(opening, 'member') !== username) return false;
  if (amountMicros !== undefined && lineOf(opening, 'amount') !== String(amountMicros)) return false;
  return lineOf(opening, kind === 'payout' ? 'payout' : 'place') === id;
}

/** Undefined if the path is too short or too long for a tree of this size. */
async function climb(
  leaf: Uint8Array,
  { index, path }: Pick<Entry, 'index' | 'path'>,
  size: number,
): Promise<Uint8Array | undefined> {
  let [hash, at, last] = [leaf, index, size - 1];
  if (at > last) return undefined;
  for (const step of path) {
    if (last === 0) return undefined;
    const sibling = bytesOf(step);
    if (at % 2 === 1 || at === last) {
      hash = await sha256(Uint8Array.of(1), sibling, hash);
      while (at % 2 === 0 && at > 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else hash = await sha256(Uint8Array.of(1), hash, sibling);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hash : undefined;
}

function lineOf(text: string, name: string): string | undefined {
  return new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1];
}

async function sha256(...parts: Uint8Array[]): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(parts.flatMap((part) => [...part]))));
}

async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text)));
}

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
