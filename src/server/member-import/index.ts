export { importMembers, type ImportCounts } from './import-members.ts';
