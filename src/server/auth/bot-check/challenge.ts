import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { addSeconds } from '#server/clock.ts';
import type { House } from '#server/house.ts';

/** About 80 derivations of 5,000 rounds: a quarter of a second on a laptop, one or two on a cheap phone. */
const ROUNDS = 5_000;
const COUNTERS = { from: 40, below: 120 };

export const CHALLENGE_SECONDS = 10 * 60;

export async function makeChallenge(house: House): Promise<Record<string, unknown>> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS,
    counter: randomInt(COUNTERS.from, COUNTERS.below),
    deriveKey,
    expiresAt: addSeconds(house.clock.now(), CHALLENGE_SECONDS),
    ...signing(house),
  });
  return { ...challenge };
}

/** The identity of a solved challenge of ours that is not over; nothing for anything else. */
export async function readProof(house: House, proof: string): Promise<string | undefined> {
  try {
    const { challenge, solution } = JSON.parse(Buffer.from(proof, 'base64').toString('utf8'));
    const expiresAtMs = Number(challenge.parameters.expiresAt) * 1000;
    if (!(expiresAtMs > house.clock.now().getTime())) return undefined;
    const verdict = await verifySolution({ challenge, solution, deriveKey, ...signing(house) });
    return verdict.invalidSignature === false && verdict.invalidSolution === false
      ? `proof:${challenge.signature}`
      : undefined;
  } catch {
    return undefined;
  }
}

function signing(house: House) {
  const secret = house.secrets.botChallenge.toString('hex');
  return { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret}:key` };
}
