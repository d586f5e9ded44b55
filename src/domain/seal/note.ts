import type { Day } from '../days.ts';

/** How a seal is made: the shape of the tree, its leaves and these lines. Version 2 names the public log. */
export const SEAL_VERSION = 2;

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
  /** Entries of the public log before this seal, and their root. */
  logSize: number;
  logRoot: string;
  madeAt: Date;
  isLate: boolean;
};

/** The text that is signed, as a C2SP signed note without its signature. */
export function noteText(origin: string, facts: SealFacts): string {
  const { day, root, totalMicros, leaves, members, previous, logSize, logRoot, madeAt, isLate } = facts;
  const lines = [
    ...[`${origin}/daily-seal`, `day ${day}`, `root ${root}`, `total ${totalMicros}`, `leaves ${leaves}`],
    ...[`members ${members}`, `previous ${previous ?? 'none'}`, `log-size ${logSize}`, `log-root ${logRoot}`],
    ...[`made ${madeAt.toISOString()}`, `late ${isLate ? 'yes' : 'no'}`, `version ${SEAL_VERSION}`],
  ];
  return `${lines.join('\n')}\n`;
}

/** As C2SP tlog-checkpoint has it, without its signature. */
export function checkpointText(origin: string, size: number, rootBase64: string): string {
  return `${origin}\n${size}\n${rootBase64}\n`;
}

export const CHECK_SCRIPT = '/check-proof.mjs';
