import { fault } from '#domain/field-faults.ts';
import { type Refused, refuse } from '#domain/refusals.ts';
import { addSeconds } from '#server/clock.ts';
import type { House } from '#server/house.ts';
import type { Caller } from '#server/http/caller.ts';
import { addressKey, countTry } from '#server/http/limits.ts';
import { CHALLENGE_SECONDS, readProof } from './challenge.ts';
import { readAnswer } from './question.ts';

export type PassedCheck = { id: string; expiresAt: Date };

/** A bot check that holds, not yet used up; see `spendBotCheck`. */
export async function verifyBotCheck(house: House, caller: Caller, given: string): Promise<PassedCheck | Refused> {
  const dot = given.lastIndexOf('.');
  const isAnswer = dot > 0 && given.includes('~');
  if (isAnswer) {
    const refused = await countTry(house, 'questionAddress', addressKey(caller.address));
    if (refused) return refused;
  }
  const id = isAnswer ? readAnswer(house, given.slice(0, dot), given.slice(dot + 1)) : await readProof(house, given);
  return id ? { id, expiresAt: addSeconds(house.clock.now(), CHALLENGE_SECONDS) } : botCheckFailed();
}

export function botCheckFailed(): Refused {
  return refuse('bot_check_failed', { fields: { bot_check: [fault('bot_check_failed')] } });
}
