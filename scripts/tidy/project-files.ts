import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type ProjectFile = { file: string; text: string };

const binary = /\.(avif|gif|ico|jpe?g|pdf|png|ttf|webp|woff2?|zip)$/;
const code = /\.(astro|cjs|css|js|mjs|ts|tsx)$/;

/** Every text file that Git tracks or would add. */
export function projectFiles(root: string, folder = ''): ProjectFile[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', folder || '.'];
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
  if (status !== 0) throw new Error(`git can't list the files of ${root}: ${stderr}`);
  const files = [...new Set(stdout.split('\0'))].filter((file) => file !== '' && !binary.test(file));
  return files
    .filter((file) => existsSync(join(root, file)))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

export function codeFiles(root: string, ...folders: string[]): ProjectFile[] {
  const files = folders.flatMap((folder) => projectFiles(root, folder));
  return files.filter(({ file }) => code.test(file) && !file.includes('/migrations/'));
}
