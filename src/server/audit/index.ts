export type { AuditEntry } from './chain.ts';
export { type AuditFilter, listAudit } from './list-audit.ts';
export { type AuditOrder, writeAudit } from './write-audit.ts';
