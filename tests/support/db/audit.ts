import { type AuditEntry, listAudit } from '#server/audit/index.ts';
import type { Services } from '#server/api/services.ts';

/** Newest entry first. */
export async function auditLogOf({ db }: Pick<Services, 'db'>): Promise<AuditEntry[]> {
  return (await listAudit(db, { limit: 10_000 })).rows;
}
