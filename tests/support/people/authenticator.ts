import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { CreatedPasskey, ShownPasskey } from '#server/api/second-factor/passkeys.ts';

type Creation = { challenge: string; rp: { id?: string | undefined }; user: { id: string } };
type Request = { challenge: string; rpId?: string | undefined };
/** Faults of a dishonest browser or a poor device. */
type Faults = Partial<{ origin: string; challenge: string; isVerified: boolean; isPresent: boolean; counter: number }>;

const [PRESENT, VERIFIED, WITH_PASSKEY] = [0x01, 0x04, 0x40];
/** COSE parameters: an elliptic curve key for ES256 on P-256. */
const [KEY_TYPE, ALGORITHM, CURVE, X, Y] = [1, 3, -1, -2, -3];

/** WebAuthn in software: a device with a passkey of one site, and the browser that calls it. */
export class Authenticator {
  readonly #origin: string;
  #counter = 0;
  #made: { id: string; key: KeyObject; userHandle: string } | undefined;

  constructor(origin: string) {
    this.#origin = origin;
  }

  create({ challenge, rp, user }: Creation, faults: Faults = {}): CreatedPasskey {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const id = randomBytes(32);
    const cose = cborMap([
      [KEY_TYPE, 2],
      [ALGORITHM, -7],
      [CURVE, 1],
      [X, Buffer.from(x, 'base64url')],
      [Y, Buffer.from(y, 'base64url')],
    ]);
    const about = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
    const authData = Buffer.concat([this.#state(rp.id, faults, WITH_PASSKEY), about]);
    const attestation = cborMap([
      ['fmt', 'none'],
      ['attStmt', new Map<string, never>()],
      ['authData', authData],
    ]);
    this.#made = { id: id.toString('base64url'), key: privateKey, userHandle: user.id };
    const clientDataJSON = this.#clientData('webauthn.create', challenge, faults).toString('base64url');
    const attestationObject = attestation.toString('base64url');
    return { id: this.#made.id, response: { clientDataJSON, attestationObject, transports: ['internal'] } };
  }

  show({ challenge, rpId }: Request, faults: Faults = {}): ShownPasskey {
    if (!this.#made) throw new Error('This device has no passkey.');
    const { id, key, userHandle } = this.#made;
    const authenticatorData = this.#state(rpId, faults);
    const clientData = this.#clientData('webauthn.get', challenge, faults);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), key);
    return {
      id,
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      },
    };
  }

  #clientData(type: string, challenge: string, faults: Faults): Buffer {
    const { origin = this.#origin } = faults;
    return Buffer.from(JSON.stringify({ type, challenge: faults.challenge ?? challenge, origin, crossOrigin: false }));
  }

  #state(rpId = '', { isPresent = true, isVerified = true, counter }: Faults, more = 0): Buffer {
    this.#counter = counter ?? this.#counter + 1;
    const flags = (isPresent ? PRESENT : 0) | (isVerified ? VERIFIED : 0) | more;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.#counter);
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count]);
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

type Cbor = number | string | Buffer | Map<string, never>;

function cborMap(entries: readonly (readonly [Cbor, Cbor])[]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  return value instanceof Map ? head(5, 0) : Buffer.concat([head(2, value.length), value]);
}

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size]);
  return size < 256 ? Buffer.from([(kind << 5) | 24, size]) : Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
}
