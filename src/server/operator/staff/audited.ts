import { isRefused, type Refused } from '#domain/refusals.ts';
import { writeAudit } from '#server/audit/index.ts';
import type { Db } from '#server/db/connect.ts';
import type { AuditValues, Staff } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';

/** `action` is the name of the matching command. */
export type Change = { action: string; subject: string; before?: AuditValues; after?: AuditValues };

export type StaffActor = { session: { staff: Staff }; address: string };

class Undone extends Error {}

/** A change and its audit entry in one transaction. A refusal leaves neither; without `change` there is no entry. */
export async function audited<T extends object>(
  services: Services,
  caller: StaffActor,
  reason: string,
  work: (tx: Db) => Promise<{ answer: T; change: Change | undefined } | Refused>,
): Promise<T | Refused> {
  let refused: Refused | undefined;
  try {
    return await services.transaction(async (tx) => {
      const result = await work(tx);
      if (isRefused(result)) {
        refused = result;
        throw new Undone();
      }
      if (result.change) {
        const { staff } = caller.session;
        await writeAudit(tx, services, { ...result.change, actor: actorOf(staff.id), reason, address: caller.address });
      }
      return result.answer;
    });
  } catch (error) {
    if (error instanceof Undone && refused) return refused;
    throw error;
  }
}

export function actorOf(staffId: number): `staff:${number}` {
  return `staff:${staffId}`;
}
