import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A file to which every change is added before anybody is told of it. */
export type Journal<Entry> = { entries: Entry[]; write(entry: Entry): void };

/** Opens the file, or begins one. `shorten` says in fewest entries what all the entries so far come to. */
export function openJournal<Entry>(file: string, shorten: (entries: Entry[]) => Entry[]): Journal<Entry> {
  mkdirSync(dirname(file), { recursive: true });
  const entries = shorten(existsSync(file) ? readEntries<Entry>(readFileSync(file, 'utf8')) : []);
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  writeFileSync(`${file}.new`, lines, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return { entries, write: (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`) };
}

/** What follows the last line break was being written when the process was killed, and nobody was told of it. */
function readEntries<Entry>(text: string): Entry[] {
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Entry);
}
