import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));
/** Held by whoever changes the schema. */
export const MIGRATION_LOCK = 4_167_001;
/**
 * Whoever waits for a table holds up all that come after; a statement of the app may take 4 s, so that nobody fails
 * for having waited behind a migration.
 */
export const LOCK_TIMEOUT = '1s';

/** Those before make an empty database; from here on each has a file beside it that takes it back. */
export const FIRST_WITH_WAY_BACK = 7;
/** The first line of a migration of which each statement stands alone, as `CONCURRENTLY` demands. */
export const OUTSIDE = '-- Outside of a transaction.';
const BREAKPOINT = '--> statement-breakpoint';

export type Migration = {
  /** Its name, `0007_what-it-does`. */
  tag: string;
  /** What PostgreSQL remembers it by, as Drizzle does. */
  madeAt: number;
  hash: string;
  statements: string[];
  isOutside: boolean;
  /** The statements that take it back. */
  back: string[] | undefined;
};

type Journal = { entries: { when: number; tag: string }[] };

/** The migrations of a folder that drizzle-kit keeps, oldest first. */
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
