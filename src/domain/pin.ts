import { asciiDigits } from './digits.ts';
import { withoutInvisible } from './invisible.ts';

/** Text, so that `0042` keeps its zeros. */
export const PIN_PATTERN = /^[0-9]{4}$/;

export function foldPin(typed: string): string {
  return asciiDigits(withoutInvisible(typed)).trim();
}

const OBVIOUS = new Set(['1234', '4321']);

export function isObviousPin(pin: string): boolean {
  return OBVIOUS.has(pin) || /^(\d)\1{3}$/.test(pin);
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Wait after this many wrong PINs; after `MAX_WRONG_PINS` only support can help. */
const LADDER: readonly { wrongTries: number; waitSeconds: number }[] = [
  { wrongTries: 5, waitSeconds: 15 * MINUTE },
  { wrongTries: 7, waitSeconds: HOUR },
  { wrongTries: 9, waitSeconds: 24 * HOUR },
];
const MAX_WRONG_PINS = 10;

/** `wrongTries` includes this one. */
export function afterWrongPin(wrongTries: number): { state: 'open' | 'waits' | 'closed'; waitSeconds: number } {
  if (wrongTries >= MAX_WRONG_PINS) return { state: 'closed', waitSeconds: 0 };
  const step = LADDER.find((rung) => rung.wrongTries === wrongTries);
  return step ? { state: 'waits', waitSeconds: step.waitSeconds } : { state: 'open', waitSeconds: 0 };
}

export function triesLeft(wrongTries: number): number {
  const next = LADDER.find((rung) => rung.wrongTries > wrongTries)?.wrongTries ?? MAX_WRONG_PINS;
  return Math.max(0, next - wrongTries);
}

/** Withdrawals pause after changes that a thief would make first. */
export const PAUSE_SECONDS = { pin: 72 * HOUR, password: 24 * HOUR, email: 24 * HOUR } as const;
export type PauseCause = keyof typeof PAUSE_SECONDS;
