import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { mac, type Secrets } from '#server/base/secrets.ts';
import { type Format, type Notes, refuseExisting, writeBackupFile, type WrittenFile } from './backup-file.ts';
import { countRows, listTables, readLevel, serverMajor } from './contents.ts';
import { writeScript } from './copy-script.ts';
import type { OnTable } from './copy-tables.ts';
import { refuseUnused } from './database-state.ts';
import { dumpCustom, findTool, requireTool } from './pg-tools.ts';
import { explainError } from './refusal.ts';
import { placeOf, withSession } from './session.ts';

export type OnShare = (phase: string, share: number) => void;

type Order = {
  databaseUrl: string;
  file: string;
  /** Default: `custom` if pg_dump has the server's version, else `script`. */
  format?: Format | undefined;
  pgDump?: string;
  secrets: Secrets;
  onShare?: OnShare;
};

export type Backup = WrittenFile & { place: string; notes: Notes };

const GZIP_LEVEL = 1;

/** One snapshot with photos, while the site runs. Throws BackupRefusal. */
export async function makeBackup({
  databaseUrl,
  file,
  secrets,
  onShare = () => {},
  ...options
}: Order): Promise<Backup> {
  try {
    await refuseExisting(file);
    return await withSession(databaseUrl, async (client) => {
      await refuseUnused(client);
      await client.query('begin isolation level repeatable read read only');
      const notes = {
        ...(await noteContents(client)),
        format: 'script' as Format,
        keyMark: keyMarkOf(secrets.ledger.inUse[0]),
      };
      const onTable = shareOf(notes.counts, onShare);
      const archive = await openArchive(client, { ...options, databaseUrl, notes, onTable });
      const writtenFile = await writeBackupFile(file, archive.bytes, () => ({ ...notes, format: archive.format }));
      await client.query('commit');
      return { ...writtenFile, place: placeOf(client) };
    });
  } catch (error) {
    throw explainError(error);
  }
}

export function keyMarkOf(ledgerKey: Buffer): string {
  return mac(ledgerKey, 'backup').toString('hex', 0, 8);
}

export function shareOf(counts: Record<string, number>, onShare: OnShare): OnTable {
  const allRows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  let doneRows = 0;
  return (name) => {
    doneRows += counts[name] ?? 0;
    onShare('rows', doneRows / Math.max(1, allRows));
  };
}

async function noteContents(client: pg.Client) {
  const { rows } = await client.query<{ now: Date }>('select now()');
  return {
    version: 1 as const,
    takenAt: rows[0]?.now.toISOString() ?? '',
    server: await serverMajor(client),
    level: await readLevel(client),
    counts: await countRows(client, await listTables(client)),
    lastSeal: await readLastSeal(client),
  };
}

async function readLastSeal(client: pg.Client): Promise<Notes['lastSeal']> {
  const { rows } = await client.query<{ number: number; hash: string }>(
    "select number, encode(hash, 'hex') as hash from public.ledger_seals order by number desc limit 1",
  );
  return rows[0] ?? null;
}

type Source = Pick<Order, 'databaseUrl' | 'format' | 'pgDump'> & { notes: { server: number }; onTable: OnTable };

async function openArchive(
  client: pg.Client,
  { databaseUrl, format, pgDump = 'pg_dump', notes: { server }, onTable }: Source,
): Promise<{ format: Format; bytes: AsyncIterable<Buffer> }> {
  const tool = format === 'custom' ? await requireTool('pg_dump', pgDump, server) : await findTool('pg_dump', pgDump);
  if (tool && (format === 'custom' || (format === undefined && tool.major === server))) {
    const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
    return { format: 'custom', bytes: dumpCustom(tool, databaseUrl, rows[0]?.snapshot ?? '') };
  }
  const script = Readable.from(writeScript(client, await listTables(client), onTable), { objectMode: true });
  const gzip = createGzip({ level: GZIP_LEVEL });
  script.once('error', (error) => gzip.destroy(error));
  return { format: 'script', bytes: script.pipe(gzip) };
}
