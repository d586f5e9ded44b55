import type { Refused } from '#domain/refusals.ts';
import type { Ability } from '#domain/staff.ts';
import type { Db } from '#server/db/connect.ts';
import type { OnProgress } from '#server/ledger/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Change } from '#server/operator/staff/index.ts';

export type Order = {
  id: string;
  input: Record<string, unknown>;
  actor: `staff:${number}`;
  /** The person who asked; after an approval `actor` is the approver. */
  preparedBy: number;
  /** Progress of long actions: lines done. */
  onProgress?: OnProgress | undefined;
};

export type Checked = {
  needsSecond: boolean;
  amountMicros: bigint;
  /** Added to the input of the approval, so that `run` can compare it. */
  remember?: Record<string, unknown>;
};

/** Both run in one transaction. `check` locks the subject; `run` returns undefined if it has nothing to do. */
export type Action = {
  ability: Ability;
  /** Gives access: preparer and approver must not share a giver of access. */
  isGrant?: true;
  /** Too long for a call: after an approval a job runs it. */
  isLong?: true;
  check(tx: Db, services: Services, order: Order): Promise<Checked | Refused>;
  run(tx: Db, services: Services, order: Order): Promise<Change | undefined | Refused>;
  onPrepared?(tx: Db, order: Order): Promise<unknown>;
  onStarted?(tx: Db, id: string, workId: string): Promise<unknown>;
  onDeclined?(tx: Db, id: string): Promise<unknown>;
};

export function checkedAmount({ config }: Pick<Services, 'config'>, amountMicros: bigint): Checked {
  return { needsSecond: amountMicros >= config.fourEyesMicros, amountMicros };
}
