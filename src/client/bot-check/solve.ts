import type { Challenge } from './protocol.ts';

const ALGORITHM = /^PBKDF2\/(SHA-(?:256|384|512))$/;

/** ALTCHA proof of work: tries counters from 0 until the derived key has the prefix. Returns `bot_check`. */
export async function solve(challenge: Challenge): Promise<string> {
  const { algorithm, nonce, salt, cost, keyLength = 32, keyPrefix } = challenge.parameters;
  const hash = ALGORITHM.exec(algorithm)?.[1];
  if (!hash || !/^([0-9a-f]{2})+$/i.test(keyPrefix)) throw new Error(`Cannot solve a challenge of ${algorithm}.`);

  const prefix = keyPrefix.toLowerCase();
  const saltBytes = fromHex(salt);
  const nonceBytes = fromHex(nonce);
  for (let counter = 0; ; counter++) {
    const password = withCounter(nonceBytes, counter);
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const bits = await crypto.subtle.deriveBits(
      { name: 'PBKDF2', salt: saltBytes, iterations: cost, hash },
      key,
      keyLength * 8,
    );
    const derivedKey = toHex(new Uint8Array(bits));
    if (derivedKey.startsWith(prefix)) return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
  }
}

function withCounter(nonce: Uint8Array, counter: number): Uint8Array<ArrayBuffer> {
  const password = new Uint8Array(nonce.length + 4);
  password.set(nonce);
  new DataView(password.buffer).setUint32(nonce.length, counter);
  return password;
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
