import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Backup, type Format, isFormat, makeBackup, nameOfBackup } from '#server/backup/index.ts';
import { countOf, type DatabaseCommand, type Outcome } from '#server/operator/cli/command.ts';
import { withProgress } from '#server/operator/cli/progress-bar.ts';
import { systemClock } from '#server/base/clock.ts';
import { openSecrets } from '#server/base/secrets.ts';
import { withDatabase } from '#server/operator/cli/with-services.ts';
import { noteInLog } from './note-in-log.ts';

export const backup: DatabaseCommand = {
  kind: 'databases',
  name: 'backup',
  usage: 'backup FILE|FOLDER [--format custom|script]',
  about:
    'Writes all of the database to a file, or to a new one in a folder, while the site goes on: in pg_dump’s custom format where a pg_dump of the server’s version is installed, otherwise as gzipped SQL',
  async run(config, orders) {
    const [place] = orders.words;
    if (!place) return { refused: `Give the name of a file: ${this.usage}` };
    const format = orders.options['format'];
    if (format !== undefined && !isFormat(format)) {
      return { refused: `There is no format “${format}”. Choose one of: custom, script.` };
    }
    const isFolder = (await stat(place).catch(() => undefined))?.isDirectory();
    const file = isFolder ? join(place, nameOfBackup(systemClock.now())) : place;
    const secrets = await openSecrets(config);
    const startedAt = performance.now();
    return withDatabase(config, async (databaseUrl) => {
      const result = await withProgress((onShare) =>
        makeBackup({ databaseUrl, file, format, pgDump: config.pgDump, secrets, onShare }),
      );
      const outcome = describeBackup(file, result, performance.now() - startedAt);
      const { bytes, sha256, notes } = result;
      const after = { bytes, sha256, taken_at: notes.takenAt };
      return noteInLog({ databaseUrl, secrets }, { command: backup, orders }, outcome, {
        subject: `backup:${basename(file)}`,
        after,
      });
    });
  },
};

type Described = Outcome & { words: string; data: unknown };

const FORMATS: Record<Format, string> = { custom: 'pg_dump’s custom format', script: 'gzipped SQL' };

function describeBackup(file: string, { place, bytes, sha256, notes }: Backup, durationMs: number): Described {
  const { counts, level, takenAt, format, server, lastSeal } = notes;
  const size = `${bytes.toLocaleString('en')} bytes`;
  return {
    words: [
      `${file} holds all of ${place} as of ${takenAt}: ${summaryOf(counts)}.`,
      `${size} of ${FORMATS[format]}, PostgreSQL ${server}, migration ${level.tag ?? level.when}, in ${(durationMs / 1000).toFixed(1)} s.`,
      `SHA-256: ${sha256}`,
      ...(lastSeal ? [`The last seal in it is ${lastSeal.number}: ${lastSeal.hash}`] : []),
    ].join('\n'),
    data: {
      ...{ file, bytes, sha256, format, server, migration: level.tag, taken_at: takenAt },
      ...{ counts, last_seal: lastSeal, duration_ms: Math.round(durationMs) },
    },
  };
}

export function summaryOf(counts: Record<string, number>): string {
  const countIn = (table: string) => counts[`public.${table}`] ?? 0;
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return [
    countOf(countIn('members'), 'member'),
    countOf(countIn('ledger_entries'), 'ledger entry', 'ledger entries'),
    countOf(countIn('withdrawals'), 'withdrawal'),
    countOf(countIn('member_photos'), 'photo file'),
    `${rows} rows in ${Object.keys(counts).length} tables`,
  ].join(', ');
}
