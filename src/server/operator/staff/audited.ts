import { isRefused, type Refused } from '#domain/refusals.ts';
import { writeAudit } from '#server/audit/index.ts';
import type { Db } from '#server/db/connect.ts';
import type { AuditValues, Staff } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';

/** What is written of a change: the words of the command that does the same, what it was done to, and how that changed. */
export type Change = { action: string; subject: string; before?: AuditValues; after?: AuditValues };

/** Who does it, and from where. */
export type By = { session: { staff: Staff }; address: string };

class Undone extends Error {}

/**
 * A change at the console and its entry in the audit log, in one transaction. What is refused leaves neither, and what
 * changed nothing (`change` is undefined) leaves no entry.
 */
export async function audited<T extends object>(
  services: Services,
  caller: By,
  reason: string,
  work: (tx: Db) => Promise<{ answer: T; change: Change | undefined } | Refused>,
): Promise<T | Refused> {
  let refused: Refused | undefined;
  try {
    return await services.transaction(async (tx) => {
      const done = await work(tx);
      if (isRefused(done)) {
        refused = done;
        throw new Undone();
      }
      if (done.change) {
        const { staff } = caller.session;
        await writeAudit(tx, services, { ...done.change, actor: actorOf(staff.id), reason, address: caller.address });
      }
      return done.answer;
    });
  } catch (error) {
    if (error instanceof Undone && refused) return refused;
    throw error;
  }
}

/** How the audit log, withdrawals and transactions name somebody at the console. */
export function actorOf(staffId: number): `staff:${number}` {
  return `staff:${staffId}`;
}
