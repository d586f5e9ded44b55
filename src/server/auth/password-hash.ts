import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { isRefused } from '#domain/refusals.ts';
import { limitConcurrency } from '#server/limit-concurrency.ts';

const hash = promisify(argon2);

type Cost = { memory: number; passes: number };

/** Argon2id of equal strength, one lane each, memory in KiB (OWASP, Password Storage Cheat Sheet). */
const COST: Cost = { memory: 19_456, passes: 2 };
/** The one that takes the least time and memory: a quarter to a third less time here. */
export const SMALL_COST: Cost = { memory: 7_168, passes: 5 };
const OUTPUT = { parallelism: 1, tagLength: 32 };
const inQueue = limitConcurrency({ concurrency: 2, maxQueued: 64 });

/** More people are waiting for a password check than the machine can serve soon. */
export class TooManyHashes extends Error {}

/** Argon2id in PHC string format. */
export async function hashPassword(password: string, { memory, passes }: Cost = COST): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await queued(() => hash('argon2id', { ...OUTPUT, memory, passes, message: password, nonce }));
  return written({ memory, passes }, nonce, tag);
}

function written({ memory, passes }: Cost, nonce: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${OUTPUT.parallelism}$${plain(nonce)}$${plain(tag)}`;
}

/** Compares in constant time. Without a stored hash it takes as long and says no, so nobody learns who exists. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, , , params = '', nonce = '', tag = ''] = (stored ?? NOBODY).split('$');
  const [memory = 0, passes = 0, parallelism = 0] = params.split(',').map((pair) => Number(pair.slice(2)));
  const wanted = Buffer.from(tag, 'base64');
  const cost = { memory, passes, parallelism, tagLength: wanted.length };
  const made = await queued(() =>
    hash('argon2id', { ...cost, message: password, nonce: Buffer.from(nonce, 'base64') }),
  );
  return timingSafeEqual(made, wanted) && stored !== undefined;
}

const NOBODY = written(COST, randomBytes(16), randomBytes(OUTPUT.tagLength));

function plain(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

async function queued<T>(work: () => Promise<T>): Promise<T> {
  const made = await inQueue(work);
  if (isRefused(made)) throw new TooManyHashes('too many passwords are waiting to be checked');
  return made;
}
