import { createHmac, hash } from 'node:crypto';
import type { Day } from '#domain/days.ts';
import { mac } from '#server/base/secrets.ts';
import type { SealKey } from './seal-keys.ts';

export const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

export type Leaf = { id: Buffer; amountMicros: bigint };
type MemberLeaves = { nonce: Buffer; leaves: [Leaf, Leaf] };

const SPLIT = Buffer.from('split');

type Holder = { id: number; username: string; balanceMicros: bigint };

/** Two leaves, so that no neighbour in a proof tells a balance. A new nonce each day: a shown proof reveals one day. */
export function leavesOfMember({ nonces }: SealKey, day: Day, { id, username, balanceMicros }: Holder): MemberLeaves {
  if (balanceMicros < 0n) throw new Error(`The balance of member ${id} is negative.`);
  const nonce = mac(nonces, 'nonce', day, String(id));
  const idOf = (part: number) => createHmac('sha256', nonce).update(`${day}|${part}|${username}`).digest();
  const first = sha256(Buffer.concat([nonce, SPLIT])).readBigUInt64BE() % (balanceMicros + 1n);
  return {
    nonce,
    leaves: [
      { id: idOf(0), amountMicros: first },
      { id: idOf(1), amountMicros: balanceMicros - first },
    ],
  };
}
