import { createChallenge, verifySolution, type Solution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { BOT_CHECK_PATH } from '#client/bot-check/protocol.ts';
import { solve } from '#client/bot-check/solve.ts';
import { getBotCheck } from '#contracts/auth.ts';

const secrets = { hmacSignatureSecret: 'signs the challenge', hmacKeySignatureSecret: 'signs the key' };

describe('the bot check solver', () => {
  test('finds what the server hid', async () => {
    const counter = randomInt(40, 120);
    const answer = read(await solve(await ask({ counter })));

    expect(answer.solution.counter).toBe(counter);
    expect(await verify(answer)).toMatchObject({ verified: true, expired: false });
  });

  test('solves a challenge without a hidden counter too', async () => {
    const answer = read(await solve(await ask({ cost: 10, keyPrefix: '0a' })));

    expect(answer.solution.derivedKey).toMatch(/^0a/);
    expect(await verify(answer)).toMatchObject({ verified: true });
  });

  test('gives back the challenge as it came, so that its signature still holds', async () => {
    const challenge = await ask({ counter: 0, data: { page: 'sign-up' } });

    expect(read(await solve(challenge)).challenge).toEqual(challenge);
  });

  test('refuses an algorithm it does not know', async () => {
    const challenge = await ask({ counter: 1 });
    challenge.parameters.algorithm = 'ARGON2ID';

    await expect(solve(challenge)).rejects.toThrow('ARGON2ID');
  });
});

test('the bot check asks where the contract says', () => {
  expect(BOT_CHECK_PATH).toBe(getBotCheck.path);
});

function ask(options: Partial<Parameters<typeof createChallenge>[0]>) {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 5000,
    deriveKey,
    expiresAt: new Date(Date.now() + 600_000),
    ...secrets,
    ...options,
  });
}

type Answer = { challenge: Awaited<ReturnType<typeof ask>>; solution: Solution };

function read(payload: string): Answer {
  return JSON.parse(atob(payload)) as Answer;
}

function verify(answer: Answer) {
  return verifySolution({ ...answer, deriveKey, ...secrets });
}
