import type { Refused } from '#domain/refusals.ts';
import type { Ability } from '#domain/staff.ts';
import type { Db } from '#server/db/connect.ts';
import type { OnProgress } from '#server/ledger/index.ts';
import type { Services } from '#server/services.ts';
import type { Change } from '#server/staff/index.ts';

/** What is to be done to what: `id` of the subject, and whatever else the action needs. */
export type Order = {
  id: string;
  input: Record<string, unknown>;
  actor: `staff:${number}`;
  /** Of what takes long: told how many lines are done. */
  onProgress?: OnProgress | undefined;
};

/**
 * Something that moves money. `amountOf` locks what it is about and says how much it is; `run` does it, and says how
 * that changed. Both work in one transaction.
 */
export type Action = {
  /** What whoever does it must be able to. */
  ability: Ability;
  /** It takes too long for a call: whoever approves it has a job do it. */
  isLong?: true;
  amountOf(tx: Db, services: Services, order: Order): Promise<bigint | Refused>;
  run(tx: Db, services: Services, order: Order): Promise<Change | Refused>;
  /** A job has been told to do it, after it was approved. */
  began?(tx: Db, id: string, workId: string): Promise<unknown>;
};
