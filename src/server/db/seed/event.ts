import type { LedgerHouse } from '#server/ledger/index.ts';

/** Something that happened in the demo before today; `happen` is given a house whose clock stands there. */
export type Event = { daysAgo: number; happen: (past: LedgerHouse) => Promise<void> };
