import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { MIGRATIONS_FOLDER } from '#server/db/migrations.ts';

type Step = { up: string; down?: string };

/** A folder with our migrations and later ones, as in a newer version. It is removed after the test. */
export function migrationsWith(...more: Step[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(MIGRATIONS_FOLDER, folder, { recursive: true });
  const file = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { when: number }[] };
  const last = Math.max(...journal.entries.map(({ when }) => when));
  for (const [index, { up, down }] of more.entries()) {
    const tag = `9${String(index).padStart(3, '0')}_more`;
    journal.entries.push({ when: last + index + 1, tag } as never);
    writeFileSync(join(folder, `${tag}.sql`), up);
    if (down !== undefined) writeFileSync(join(folder, `${tag}.down.sql`), down);
  }
  writeFileSync(file, JSON.stringify(journal));
  return folder;
}
