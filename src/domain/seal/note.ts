import type { Day } from '../days.ts';

/** How a seal is made: the shape of the tree, its leaves and these lines. */
export const SEAL_VERSION = 1;

/** Seals have leaves for proofs this long. */
export const PROOF_DAYS = 7;

type SealFacts = {
  day: Day;
  root: string;
  totalMicros: bigint;
  leaves: number;
  members: number;
  /** SHA-256 of the note of the seal before; null for the first one. */
  previous: string | null;
  madeAt: Date;
  isLate: boolean;
};

/** The text that is signed, as a C2SP signed note without its signature. */
export function noteText(origin: string, facts: SealFacts): string {
  const { day, root, totalMicros, leaves, members, previous, madeAt, isLate } = facts;
  const lines = [
    ...[`${origin}/daily-seal`, `day ${day}`, `root ${root}`, `total ${totalMicros}`, `leaves ${leaves}`],
    ...[`members ${members}`, `previous ${previous ?? 'none'}`, `made ${madeAt.toISOString()}`],
    ...[`late ${isLate ? 'yes' : 'no'}`, `version ${SEAL_VERSION}`],
  ];
  return `${lines.join('\n')}\n`;
}

export const CHECK_SCRIPT = '/check-proof.mjs';
