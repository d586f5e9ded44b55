import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));
export const MIGRATION_LOCK = 4_167_001;
/** A waiting migration blocks all later queries on the table; those time out after 4 s. */
export const LOCK_TIMEOUT = '1s';

/** Earlier migrations build an empty database; from here on each needs a `.down.sql`. */
export const FIRST_WITH_WAY_BACK = 7;
/** First line of a migration whose statements run outside a transaction, as `CONCURRENTLY` requires. */
export const OUTSIDE = '-- Outside of a transaction.';
const BREAKPOINT = '--> statement-breakpoint';

export type Migration = {
  tag: string;
  madeAt: number;
  hash: string;
  statements: string[];
  isOutside: boolean;
  back: string[] | undefined;
};

type Journal = { entries: { when: number; tag: string }[] };

export function readMigrations(folder = MIGRATIONS_FOLDER): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as Journal;
  return journal.entries.map(({ when, tag }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8');
    const backFile = join(folder, `${tag}.down.sql`);
    return {
      tag,
      madeAt: when,
      hash: createHash('sha256').update(text).digest('hex'),
      statements: text.split(BREAKPOINT),
      isOutside: text.startsWith(OUTSIDE),
      back: existsSync(backFile) ? readFileSync(backFile, 'utf8').split(BREAKPOINT) : undefined,
    };
  });
}
