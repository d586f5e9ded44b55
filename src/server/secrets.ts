import { createHash, createHmac, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One key a purpose, all grown from the one secret, so that a leak of one says nothing of another. */
export type Secrets = Record<
  | 'accessToken'
  | 'refreshTag'
  | 'botChallenge'
  | 'botQuestion'
  | 'knownDevice'
  | 'visitor'
  | 'formOwner'
  | 'keptForms'
  | 'simulator'
  | 'pin'
  | 'ledger'
  | 'keptAnswers'
  | 'calendar'
  | 'photo'
  | 'formerUsernames',
  Buffer
>;

/**
 * The pepper outlives the session secret: without it no PIN is right and no ledger verifies. Where it is not set, as
 * in the demo, everything grows from the one secret.
 */
export function deriveSecrets(sessionSecret: string, pepper = sessionSecret): Secrets {
  const from = (secret: string) => (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'atrium', purpose, 32));
  const grow = from(sessionSecret);
  const growLasting = from(pepper);
  return {
    accessToken: grow('access token'),
    refreshTag: grow('refresh tag'),
    botChallenge: grow('bot challenge'),
    botQuestion: grow('bot question'),
    knownDevice: growLasting('known device'),
    visitor: grow('visitor'),
    formOwner: grow('form owner'),
    keptForms: grow('kept forms'),
    simulator: grow('simulator'),
    pin: growLasting('pin'),
    ledger: growLasting('ledger'),
    keptAnswers: growLasting('kept answers'),
    calendar: growLasting('calendar'),
    photo: growLasting('photo'),
    formerUsernames: growLasting('former usernames'),
  };
}

/** The demo's own secret, made once and kept beside its data, so that a restart signs nobody out. */
export async function demoSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'session-secret');
  await mkdir(dataDir, { recursive: true });
  const made = randomBytes(32).toString('base64url');
  await writeFile(file, made, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return readFile(file, 'utf8');
}

/** A `KeyObject` is four times as fast when there are many to make. */
export function mac(key: Buffer | KeyObject, ...parts: (string | Buffer)[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part);
  return hmac.digest();
}

/** What is kept of a token: enough to know it again, useless to whoever reads it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
