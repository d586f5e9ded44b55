import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, open, type FileHandle, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { BackupRefusal } from './refusal.ts';

const FORMATS = ['custom', 'script'] as const;
/** `custom` is pg_dump's format; `script` is gzipped SQL. */
export type Format = (typeof FORMATS)[number];

export function isFormat(text: string): text is Format {
  return FORMATS.some((format) => format === text);
}

const notesSchema = z.object({
  version: z.literal(1),
  format: z.enum(FORMATS),
  takenAt: z.iso.datetime(),
  /** Major version of PostgreSQL. */
  server: z.int(),
  level: z.object({ when: z.number(), tag: z.string().nullable(), jobs: z.int() }),
  counts: z.record(z.string(), z.int().min(0)),
  /** The restored ledger must have this seal too. */
  lastSeal: z.object({ number: z.int(), hash: z.string() }).nullable(),
  /** Shows whether the secrets here match those of the database, without revealing them. */
  keyMark: z.string(),
  archiveBytes: z.int().min(0),
  archiveSha256: z.string(),
});

/** Written at the end of a backup; a truncated file has none. */
export type Notes = z.infer<typeof notesSchema>;

export type WrittenFile = { bytes: number; sha256: string };

const NOTES = '\nATRIUM BACKUP ';
const MAX_NOTES_BYTES = 64 * 1024;

/** Writes the file whole or not at all, and never over another file. */
export async function writeBackupFile(
  file: string,
  archive: AsyncIterable<Buffer>,
  notes: () => Omit<Notes, 'archiveBytes' | 'archiveSha256'>,
): Promise<WrittenFile & { notes: Notes }> {
  const path = resolve(file);
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}.unfinished`);
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      const archiveHash = createHash('sha256');
      const hash = createHash('sha256');
      let archiveBytes = 0;
      for await (const chunk of archive) {
        archiveHash.update(chunk);
        hash.update(chunk);
        archiveBytes += chunk.length;
        await writeAll(handle, chunk);
      }
      const fullNotes: Notes = { ...notes(), archiveBytes, archiveSha256: archiveHash.digest('hex') };
      const end = Buffer.from(`${NOTES}${JSON.stringify(fullNotes)}\n`);
      hash.update(end);
      await writeAll(handle, end);
      await handle.sync();
      // Unlike a rename, a link fails if the file exists by now.
      await link(draft, path);
      await syncFolder(dirname(path));
      return { bytes: archiveBytes + end.length, sha256: hash.digest('hex'), notes: fullNotes };
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw explainFileError(file, error);
  } finally {
    await rm(draft, { force: true });
  }
}

export async function refuseExisting(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found) throw existingFile(file);
  const folder = dirname(resolve(file));
  const parent = await stat(folder).catch(() => undefined);
  if (!parent?.isDirectory()) throw new BackupRefusal(`There is no folder ${folder}; make it first.`);
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let offset = 0; offset < bytes.length;) offset += (await handle.write(bytes, offset)).bytesWritten;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function existingFile(file: string): BackupRefusal {
  return new BackupRefusal(`${file} is there already, and a backup is never written over; choose another name.`);
}

function explainFileError(file: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') return existingFile(file);
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return new BackupRefusal(
      `There is no space for ${file} (${code}). No backup was made, and what was written is gone.`,
    );
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new BackupRefusal(`${file} can’t be written (${code}); choose a folder that you may write to.`);
  return error;
}

export async function checkBackupFile(file: string): Promise<Notes> {
  const notes = await readNotes(file);
  const hash = createHash('sha256');
  for await (const chunk of readArchive(file, notes)) hash.update(chunk);
  if (hash.digest('hex') !== notes.archiveSha256) {
    throw new BackupRefusal(`${file} is damaged: its checksum is not the one in its notes. Use another backup.`);
  }
  return notes;
}

export function readArchive(file: string, { archiveBytes }: Notes): AsyncIterable<Buffer> {
  return createReadStream(file, { end: archiveBytes - 1, highWaterMark: 1 << 20 });
}

async function readNotes(file: string): Promise<Notes> {
  const { start, end, bytes } = await readEnds(file);
  const notesStart = end.lastIndexOf(NOTES);
  const isCut = start.startsWith('PGDMP') || start.startsWith('\u001F\u008B');
  if (notesStart < 0 || !end.endsWith('\n')) {
    throw new BackupRefusal(
      isCut
        ? `${file} begins like a backup and its end is missing: it was cut off. Use another one, or copy it again.`
        : `${file} is not a backup of Atrium.`,
    );
  }
  const text = Buffer.from(end.slice(notesStart + NOTES.length), 'latin1').toString('utf8');
  const notes = notesSchema.safeParse(parseJson(text));
  if (!notes.success)
    throw new BackupRefusal(`The notes at the end of ${file} can’t be read; a newer Atrium may have written it.`);
  if (notes.data.archiveBytes + Buffer.byteLength(NOTES) + Buffer.byteLength(text) !== bytes) {
    throw new BackupRefusal(`${file} is damaged: it has not the length that its notes say. Use another backup.`);
  }
  return notes.data;
}

async function readEnds(file: string): Promise<{ start: string; end: string; bytes: number }> {
  try {
    const handle = await open(file, 'r');
    try {
      const { size: bytes } = await handle.stat();
      const length = Math.min(bytes, MAX_NOTES_BYTES);
      const start = await handle.read(Buffer.alloc(5), 0, 5, 0);
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, bytes - length);
      return { start: start.buffer.toString('latin1'), end: buffer.toString('latin1'), bytes };
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new BackupRefusal(`${file} can’t be read (${(error as NodeJS.ErrnoException).code ?? 'EIO'}).`);
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
