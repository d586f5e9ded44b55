export type LogKind = 'payout' | 'seat' | 'seal';

export type PayoutFacts = {
  id: string;
  username: string;
  amountMicros: bigint;
  feeMicros: bigint;
  /** Id of the blockchain’s transaction. */
  chainId: string;
  at: Date;
};

export type SeatFacts = {
  /** Id of the placement event. */
  id: string;
  username: string;
  plan: string;
  place: string;
  event: string;
  details: Record<string, string>;
  at: Date;
};

/** Values from outside are written as JSON, so that they can’t add a line. */
export function openingOfPayout({ id, username, amountMicros, feeMicros, chainId, at }: PayoutFacts): string {
  const lines = [`payout ${id}`, `member ${username}`, `amount ${amountMicros}`, `fee ${feeMicros}`];
  return `${[...lines, `chain ${JSON.stringify(chainId)}`, `at ${at.toISOString()}`].join('\n')}\n`;
}

export function openingOfSeat({ id, username, plan, place, event, details, at }: SeatFacts): string {
  const sorted = Object.fromEntries(Object.entries(details).sort(([one], [other]) => (one < other ? -1 : 1)));
  const lines = [`seat ${id}`, `member ${username}`, `plan ${plan}`, `place ${place}`, `event ${event}`];
  return `${[...lines, `details ${JSON.stringify(sorted)}`, `at ${at.toISOString()}`].join('\n')}\n`;
}

/** Short, readable bytes of the public log. */
export function committedEntry(kind: 'payout' | 'seat', commitment: string): string {
  return `${kind} ${commitment}`;
}

/** A seal is in the log as it was signed. */
export function sealEntry(note: string, signatureLine: string): string {
  return `seal\n${signedNote(note, signatureLine)}`;
}

export function signedNote(note: string, signatureLine: string): string {
  return `${note}\n${signatureLine}\n`;
}
