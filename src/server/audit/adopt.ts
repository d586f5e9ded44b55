import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import type { AuditValues } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { lockHead, writeAudit } from './write-audit.ts';

/** Small, because the log stays locked for one batch. The next run takes the next batch. */
const AT_ONCE = 200;

/** Copies entries that an older version, running beside this one, wrote to `operator_log` only. */
export async function adoptOperatorLog(
  services: Pick<Services, 'db' | 'transaction' | 'clock' | 'secrets'>,
): Promise<void> {
  if ((await readMissing(services.db)).length === 0) return;
  await services.transaction(async (tx) => {
    await lockHead(tx);
    for (const { operator, command, reason, details, at } of await readMissing(tx)) {
      await writeAudit(tx, services, {
        ...{ actor: `operator:${operator}`, action: command, subject: '', reason, address: '' },
        after: { ...details, found_in: 'operator_log' },
        at: new Date(at),
      });
    }
  });
}

type MissingEntry = { operator: string; command: string; reason: string; details: AuditValues; at: string };

/** `Date` has only milliseconds, so times are also compared truncated to milliseconds. */
async function readMissing(db: Db): Promise<MissingEntry[]> {
  const { rows } = await db.execute<MissingEntry>(sql`
    select operator, command, reason, details, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from (select *, date_trunc('milliseconds', at) as moment from operator_log) as former
    where not exists (
      select from audit_log a where a.at in (former.at, former.moment)
        and a.actor = 'operator:' || former.operator and a.action = former.command and a.reason = former.reason)
    order by id limit ${AT_ONCE}`);
  return rows;
}
