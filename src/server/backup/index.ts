export { type Format, isFormat, type Notes } from './backup-file.ts';
export { type Backup, makeBackup } from './make-backup.ts';
export { cancelMove, moveDatabase } from './move-database.ts';
export { BackupRefusal } from './refusal.ts';
export { checkBackup, makeDatabase, restoreBackup } from './restore-backup.ts';
