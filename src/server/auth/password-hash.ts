import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { isRefused } from '#domain/refusals.ts';
import { fewAtOnce } from '#server/few-at-once.ts';

const hash = promisify(argon2);

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane (Password Storage Cheat Sheet). */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const inQueue = fewAtOnce({ atOnce: 2, mostWaiting: 64 });

/** More people are waiting for a password check than the machine can serve soon. */
export class TooManyHashes extends Error {}

/** Argon2id in PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await inTurn(() => hash('argon2id', { ...COST, message: password, nonce }));
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${plain(nonce)}$${plain(tag)}`;
}

/** Compares in constant time. Without a stored hash it takes as long and says no, so nobody learns who exists. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, , , params = '', nonce = '', tag = ''] = (stored ?? NOBODY).split('$');
  const [memory = 0, passes = 0, parallelism = 0] = params.split(',').map((pair) => Number(pair.slice(2)));
  const wanted = Buffer.from(tag, 'base64');
  const cost = { memory, passes, parallelism, tagLength: wanted.length };
  const made = await inTurn(() =>
    hash('argon2id', { ...cost, message: password, nonce: Buffer.from(nonce, 'base64') }),
  );
  return timingSafeEqual(made, wanted) && stored !== undefined;
}

const NOBODY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${plain(randomBytes(16))}$${plain(randomBytes(32))}`;

function plain(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const made = await inQueue(work);
  if (isRefused(made)) throw new TooManyHashes('too many passwords are waiting to be checked');
  return made;
}
