import type { Refused } from '#domain/refusals.ts';
import type { Ability } from '#domain/staff.ts';
import type { Db } from '#server/db/connect.ts';
import type { OnProgress } from '#server/ledger/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Change } from '#server/operator/staff/index.ts';

/** What is to be done to what: `id` of the subject, and whatever else the action needs. */
export type Order = {
  id: string;
  input: Record<string, unknown>;
  actor: `staff:${number}`;
  /** Who asked for it, where `actor` is the person who approved it. */
  preparedBy: number;
  /** Of what takes long: told how many lines are done. */
  onProgress?: OnProgress | undefined;
};

export type Checked = {
  needsSecond: boolean;
  /** 0 when no money moves. */
  amountMicros: bigint;
  /** Added to the input of the approval, so that `run` can compare it. */
  remember?: Record<string, unknown>;
};

/**
 * `check` locks the subject and says whether a second person has to approve; `run` does it and returns the change, or
 * undefined when there was nothing to do. Both work in one transaction.
 */
export type Action = {
  /** Asked of the person who does it, and of the person who approves it. */
  ability: Ability;
  /** It gives access: then the approver may have no giver in common with the preparer. */
  isGrant?: true;
  /** It takes too long for a call: after an approval a job does it. */
  isLong?: true;
  check(tx: Db, services: Services, order: Order): Promise<Checked | Refused>;
  run(tx: Db, services: Services, order: Order): Promise<Change | undefined | Refused>;
  /** Called when it was written down for a second person. */
  prepared?(tx: Db, order: Order): Promise<unknown>;
  /** Called when the job is queued after approval. */
  began?(tx: Db, id: string, workId: string): Promise<unknown>;
};

/** Amounts of `FOUR_EYES_FROM` or more need a second person. */
export function checkedAmount({ config }: Pick<Services, 'config'>, amountMicros: bigint): Checked {
  return { needsSecond: amountMicros >= config.fourEyesMicros, amountMicros };
}
