export { adoptOperatorLog } from './adopt.ts';
export type { AuditEntry } from './chain.ts';
export { type AuditEnd, type AuditFindingCode, checkAuditChain, findAuditEntry } from './check-audit-chain.ts';
export { isAuditEndByNewest, logAuditEnd } from './keep-end.ts';
export { auditFilter, listAudit } from './list-audit.ts';
export { writeAudit } from './write-audit.ts';
