import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { FIRST_WITH_WAY_BACK, type Migration, OUTSIDE, readMigrations } from '../../../src/server/db/migrations.ts';
import type { Finding } from '../finding.ts';

const FOLDER = 'src/server/db/migrations';
const CONCURRENT = /^(create (unique )?index concurrently if not exists|drop index concurrently if exists) /i;

/** Rules that the migrator ensures, and matters of taste. */
const LEFT_OUT = [
  ...['require-lock-timeout', 'require-statement-timeout', 'require-enum-value-ordering'],
  ...['prefer-bigint-over-int', 'prefer-bigint-over-smallint', 'prefer-identity', 'prefer-text-field'],
];

/** New migrations must let the previous version keep running, lock no table for long, and be reversible. */
export function safeMigrations(root: string): Finding[] {
  if (!existsSync(join(root, FOLDER))) return [];
  return readMigrations(join(root, FOLDER))
    .filter(({ tag }) => Number(tag.slice(0, 4)) >= FIRST_WITH_WAY_BACK)
    .flatMap((migration) => [...withoutWayBack(migration), ...wronglyPlaced(migration), ...unsafe(root, migration)]);
}

function withoutWayBack({ tag, back }: Migration): Finding[] {
  if (back) return [];
  return [{ file: `${FOLDER}/${tag}.sql`, problem: `It can’t be taken back: write ${tag}.down.sql beside it.` }];
}

function wronglyPlaced({ tag, isOutside, statements }: Migration): Finding[] {
  const file = `${FOLDER}/${tag}.sql`;
  const written = statements.map(withoutComments);
  if (!isOutside) {
    return written
      .filter((statement) => /\bconcurrently\b/i.test(statement))
      .map(() => ({ file, problem: `CONCURRENTLY needs a migration that begins with: ${OUTSIDE}` }));
  }
  return written
    .filter((statement) => !CONCURRENT.test(statement))
    .map((statement) => ({
      file,
      problem: `Outside of a transaction only indexes are made and dropped, CONCURRENTLY and IF (NOT) EXISTS, each as a statement of its own; this is another: ${statement.slice(0, 60)}`,
    }));
}

function withoutComments(statement: string): string {
  return statement.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim();
}

/** Runs squawk if it is installed. Its portable package is not available everywhere; CI has the one for Linux on x64. */
function unsafe(root: string, { tag, isOutside }: Migration): Finding[] {
  const squawk = findSquawk();
  if (!squawk) return [];
  const file = `${FOLDER}/${tag}.sql`;
  const left = [...LEFT_OUT, ...(isOutside ? [] : ['prefer-robust-stmts'])];
  const args = ['--reporter', 'json', '--pg-version', '15', '--exclude', left.join(','), file];
  if (!isOutside) args.unshift('--assume-in-transaction');
  const { stdout } = spawnSync(squawk, args, { cwd: root, encoding: 'utf8' });
  const found = JSON.parse(stdout) as { line: number; rule_name: string; message: string }[];
  return found.map(({ line, rule_name: rule, message }) => ({
    file,
    problem: `Line ${line + 1}, ${rule}: ${message}`,
  }));
}

function findSquawk(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('@squawk-cli/linux-x64/bin/squawk');
  } catch {
    return undefined;
  }
}
