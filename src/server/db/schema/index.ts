export * from './auth.ts';
export * from './finance.ts';
export * from './ledger.ts';
export * from './mail.ts';
export * from './members.ts';
export * from './operator.ts';
export * from './partner.ts';
export * from './team.ts';
