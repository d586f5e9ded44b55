export { importMembers, type ImportCounts } from './import-members.ts';
export { memberTemplate } from './template.ts';
