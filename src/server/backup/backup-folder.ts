import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupRefusal } from './refusal.ts';

const NAME = /^atrium-\d{4}-\d{2}-\d{2}-\d{4}\.backup$/;

/** Names sort by time (UTC). */
export function nameOfBackup(now: Date): string {
  const [day, time = ''] = now.toISOString().split('T');
  return `atrium-${day}-${time.slice(0, 5).replace(':', '')}.backup`;
}

export async function newestBackup(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).toSorted();
  const newest = names.at(-1);
  if (!newest) throw new BackupRefusal(`There is no backup in ${folder}, such as ${nameOfBackup(new Date(0))}.`);
  return join(folder, newest);
}
