import { createHash, createHmac, hkdfSync, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Pepper } from './secret-settings.ts';

/** The first is used for new data, each is accepted. */
export type Keys = readonly [Buffer, ...Buffer[]];

export type PinKey = { version: number; key: Buffer };

/** A `KeyObject` is four times as fast for many HMACs. */
export type MacKey = Buffer | KeyObject;

/** `retired` keys only verify data that a key in use covers, so a leaked one can’t create new data. */
export type LastingKeys = { inUse: Keys; retired: readonly Buffer[] };

/** One derived key per purpose, so that a leak affects only one. */
export type Secrets = Record<
  | 'accessToken'
  | 'refreshTag'
  | 'botChallenge'
  | 'botQuestion'
  | 'knownDevice'
  | 'pageOwner'
  | 'keptForms'
  | 'sealedStates'
  | 'keptAnswers'
  | 'calendar'
  | 'emailsOff'
  | 'formerUsernames'
  | 'secondFactor'
  | 'sealNonces'
  | 'sealSignatures',
  Keys
> &
  Record<'visitor' | 'simulator' | 'photo', Buffer> & {
    pin: readonly [PinKey, ...PinKey[]];
    ledger: LastingKeys;
    audit: LastingKeys;
  };

type Peppers = { inUse: readonly [Pepper, ...Pepper[]]; retired?: readonly Pepper[] };

export async function openSecrets(
  config: Pick<Config, 'sessionSecrets' | 'pinPeppers' | 'retiredPeppers' | 'dataDir'>,
): Promise<Secrets> {
  const { sessionSecrets = [await demoSecret(config.dataDir)], pinPeppers, retiredPeppers } = config;
  return deriveSecrets(sessionSecrets, pinPeppers && { inUse: pinPeppers, retired: retiredPeppers ?? [] });
}

/** @internal exported for the tests */
export function deriveSecrets(
  [first, ...olderSecrets]: readonly [string, ...string[]],
  peppers: Peppers = { inUse: [{ version: 1, secret: first }] },
): Secrets {
  const grow = (purpose: string): Keys => [
    growKey(first, purpose),
    ...olderSecrets.map((olderSecret) => growKey(olderSecret, purpose)),
  ];
  const [pepper, ...former] = peppers.inUse;
  const retired = peppers.retired ?? [];
  const growLasting = (purpose: string, older = [...former, ...retired]): Keys => [
    growKey(pepper.secret, purpose),
    ...older.map(({ secret }) => growKey(secret, purpose)),
  ];
  const pinKey = ({ version, secret }: Pepper): PinKey => ({ version, key: growKey(secret, 'pin') });
  const lastingKeys = (purpose: string): LastingKeys => ({
    inUse: growLasting(purpose, former),
    retired: retired.map(({ secret }) => growKey(secret, purpose)),
  });
  return {
    accessToken: grow('access token'),
    refreshTag: grow('refresh tag'),
    botChallenge: grow('bot challenge'),
    botQuestion: grow('bot question'),
    knownDevice: growLasting('known device', former),
    visitor: grow('visitor')[0],
    pageOwner: grow('page owner'),
    keptForms: grow('kept forms'),
    sealedStates: grow('sealed states'),
    simulator: grow('simulator')[0],
    pin: [pinKey(pepper), ...former.map(pinKey)],
    ledger: lastingKeys('ledger'),
    audit: lastingKeys('audit log'),
    keptAnswers: growLasting('kept answers'),
    calendar: growLasting('calendar'),
    emailsOff: growLasting('emails off'),
    photo: growLasting('photo')[0],
    formerUsernames: growLasting('former usernames'),
    secondFactor: growLasting('second factor'),
    sealNonces: growLasting('daily seal nonces'),
    sealSignatures: growLasting('daily seal signatures'),
  };
}

function growKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'atrium', purpose, 32));
}

/** Stored in `dataDir`, so that a restart signs nobody out. */
async function demoSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'session-secret');
  await mkdir(dataDir, { recursive: true });
  const secret = randomBytes(32).toString('base64url');
  await writeFile(file, secret, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return readFile(file, 'utf8');
}

export function mac(key: MacKey, ...parts: (string | Buffer)[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part);
  return hmac.digest();
}

export function isMadeWithOne<Key>(keys: readonly Key[], proof: Buffer, make: (key: Key) => Buffer): boolean {
  return keys.some((key) => {
    const expected = make(key);
    return expected.length === proof.length && timingSafeEqual(expected, proof);
  });
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
