import { type Backup, type Format, isFormat, makeBackup } from '#server/backup/index.ts';
import { countOf, type DatabaseCommand, type Outcome } from '#server/operator/cli/command.ts';
import { withProgress } from '#server/operator/cli/progress-bar.ts';
import { openSecrets } from '#server/base/secrets.ts';
import { withDatabase } from '#server/operator/cli/with-services.ts';

export const backup: DatabaseCommand = {
  kind: 'databases',
  name: 'backup',
  usage: 'backup FILE [--format custom|script]',
  about:
    'Writes all of the database to a file while the site goes on: in pg_dump’s custom format where a pg_dump of the server’s version is installed, otherwise as gzipped SQL',
  async run(config, { words: [file], options }) {
    if (!file) return { refused: `Give the name of a file: ${this.usage}` };
    const format = options['format'];
    if (format !== undefined && !isFormat(format)) {
      return { refused: `There is no format “${format}”. Choose one of: custom, script.` };
    }
    const secrets = await openSecrets(config);
    const startedAt = performance.now();
    const result = await withDatabase(config, (databaseUrl) =>
      withProgress((onShare) => makeBackup({ databaseUrl, file, format, pgDump: config.pgDump, secrets, onShare })),
    );
    return describeBackup(file, result, performance.now() - startedAt);
  },
};

const FORMATS: Record<Format, string> = { custom: 'pg_dump’s custom format', script: 'gzipped SQL' };

function describeBackup(file: string, { place, bytes, sha256, notes }: Backup, durationMs: number): Outcome {
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
