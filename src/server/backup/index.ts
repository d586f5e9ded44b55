export { type Format, isFormat, type Notes } from './backup-file.ts';
export { nameOfBackup, newestBackup } from './backup-folder.ts';
export { type Backup, makeBackup } from './make-backup.ts';
export { cancelMove, moveDatabase } from './move-database.ts';
export { BackupRefusal } from './refusal.ts';
export { checkBackup, dropDatabase, makeDatabase, restoreBackup } from './restore-backup.ts';
