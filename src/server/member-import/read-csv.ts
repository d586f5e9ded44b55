import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { FileRefusal } from './faults.ts';

const REQUIRED = ['username', 'email', 'name', 'inviter', 'registered_at', 'status'] as const;
const OPTIONAL = ['language', 'state'] as const;

type Column = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number];
/** A line as it was written; a column that the file does not have is empty. */
export type WrittenRow = Record<Column, string> & { line: number };

/** Longer than any line that could be right. */
const MAX_RECORD_CHARACTERS = 16_384;

/** Reads the file row by row, however large it is. `share` says how much of it has been read. */
export async function* readMembersCsv(file: string): AsyncGenerator<{ row: WrittenRow; share: number }> {
  const bytes = createReadStream(file, { highWaterMark: 256 * 1024 });
  const parser = parse({
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: MAX_RECORD_CHARACTERS,
  });
  pipeline(bytes, decoded, parser, () => {});
  let columns: Column[] | undefined;
  try {
    const { size } = await stat(file);
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (!columns) columns = readHeader(record);
      else yield { row: toRow(columns, record, info.lines), share: Math.min(1, bytes.bytesRead / size) };
    }
  } catch (error) {
    throw refusalOf(error, file);
  }
  if (!columns) throw new FileRefusal(`The file “${file}” is empty.`);
}

async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

function readHeader(record: string[]): Column[] {
  const columns = record.map((name) => name.trim().toLowerCase());
  const known: readonly string[] = [...REQUIRED, ...OPTIONAL];
  const isRight =
    REQUIRED.every((name) => columns.includes(name)) &&
    columns.every((name, index) => known.includes(name) && columns.indexOf(name) === index);
  if (isRight) return columns as Column[];
  throw new FileRefusal(
    `The first line must name the columns ${REQUIRED.join(',')} and may name ${OPTIONAL.join(',')}, each once and in any order.`,
  );
}

function toRow(columns: Column[], record: string[], line: number): WrittenRow {
  if (record.length !== columns.length) {
    throw new FileRefusal(`Line ${line} has ${record.length} fields instead of ${columns.length}.`);
  }
  const row: WrittenRow = { line, ...NO_FIELDS };
  for (const [index, column] of columns.entries()) row[column] = record[index] ?? '';
  return row;
}

const NO_FIELDS = Object.fromEntries([...REQUIRED, ...OPTIONAL].map((name) => [name, ''])) as Record<Column, string>;

function refusalOf(error: unknown, file: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof CsvError) {
    if (error.code === 'CSV_MAX_RECORD_SIZE') {
      return new FileRefusal(`Near line ${error['lines']}: a line is too long, or a quote is not closed.`);
    }
    return new FileRefusal(`Near line ${error['lines']}: a quote is not where a quote may be.`);
  }
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return new FileRefusal('The file is not UTF-8 text: save it as “CSV UTF-8”.');
  }
  if (code?.startsWith('E') && !code.startsWith('ERR_')) {
    return new FileRefusal(`The file “${file}” can’t be read (${code}).`);
  }
  return error;
}
