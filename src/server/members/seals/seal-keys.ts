import { createPrivateKey, createPublicKey, createSecretKey, hash, type KeyObject, sign } from 'node:crypto';
import type { Services } from '#server/api/services.ts';

/** Derived from one pepper: signs seals and makes the nonces of their leaves. */
export type SealKey = { nonces: KeyObject; publicKey: Buffer; sign(text: string): Buffer };

type KeyServices = Pick<Services, 'secrets'>;

export function newestSealKey({ secrets }: KeyServices): SealKey {
  return sealKey(secrets.sealNonces[0], secrets.sealSignatures[0]);
}

/** Undefined if the pepper that made the seal was removed. */
export function sealKeyOf({ secrets }: KeyServices, publicKey: Buffer): SealKey | undefined {
  return secrets.sealSignatures
    .map((seed, index) => sealKey(secrets.sealNonces[index]!, seed))
    .find((key) => key.publicKey.equals(publicKey));
}

/** Header of an Ed25519 private key in PKCS #8 (RFC 8410); the seed follows. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_BYTES = 32;

function sealKey(nonces: Buffer, seed: Buffer): SealKey {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  return {
    nonces: createSecretKey(nonces),
    publicKey: rawPublicKey(key),
    sign: (text) => sign(null, Buffer.from(text), key),
  };
}

function rawPublicKey(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_BYTES);
}

const ED25519 = Buffer.from([1]);

/** Name, id and key as C2SP’s signed notes write them. */
export function signatureLine(name: string, publicKey: Buffer, signature: Buffer): string {
  return `— ${name} ${Buffer.concat([keyId(name, publicKey), signature]).toString('base64')}`;
}

type Signed = { note: string; publicKey: Buffer; signature: Buffer };

export function lineOfSeal({ note, publicKey, signature }: Signed): string {
  return signatureLine(nameOf(note), publicKey, signature);
}

/** The first line of a note names its signer. */
export function nameOf(note: string): string {
  return note.split('\n', 1)[0] ?? '';
}

export function verifierKey(name: string, publicKey: Buffer): string {
  const key = Buffer.concat([ED25519, publicKey]).toString('base64');
  return `${name}+${keyId(name, publicKey).toString('hex')}+${key}`;
}

function keyId(name: string, publicKey: Buffer): Buffer {
  return hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), ED25519, publicKey]), 'buffer').subarray(0, 4);
}
