import { setImmediate } from 'node:timers/promises';
import { finished } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { ACCRUAL_FILE_MAX_BYTES, ACCRUAL_LINES_MAX, type CsvProblem } from '#domain/accrual-file.ts';
import type { AccrualLine } from './check-lines.ts';

/** The lines of an import, and on which line of the file each begins. */
type Read = { lines: AccrualLine[]; fileLines: number[] };

const HEADER = ['username', 'amount', 'reason', 'source', 'document'] as const;

/** Reads an import from a CSV file, a piece at a time, so that whoever else waits for this process has their turn. */
export async function readAccrualsCsv(bytes: Uint8Array): Promise<Read | { problem: CsvProblem }> {
  if (bytes.byteLength > ACCRUAL_FILE_MAX_BYTES) return { problem: { code: 'large' } };
  const text = decode(bytes);
  if (text === undefined) return { problem: { code: 'encoding' } };
  const parsed = await parseCsv(text);
  if ('brokenLine' in parsed) return { problem: { code: 'quote', line: parsed.brokenLine } };
  const [head, ...records] = withoutEmptyEnd(parsed.records);
  if (head?.fields.join() !== HEADER.join()) return { problem: { code: 'header' } };
  if (records.length === 0) return { problem: { code: 'empty' } };
  if (records.length > ACCRUAL_LINES_MAX) return { problem: { code: 'many', count: records.length } };
  const odd = records.find(({ fields }) => fields.length !== HEADER.length);
  if (odd) return { problem: { code: 'fields', line: odd.line, count: odd.fields.length } };
  return { lines: records.map(lineOf), fileLines: records.map(({ line }) => line) };
}

/** What can’t be read, as the command line says it. */
export function sentenceOfProblem({ code, line = 0, count = 0 }: CsvProblem): string {
  switch (code) {
    case 'large':
      return 'The file is larger than 10 MB: divide it into several batches.';
    case 'encoding':
      return 'The file is not UTF-8 text: save it as “CSV UTF-8”.';
    case 'quote':
      return `Line ${line}: a quote is not where a quote may be.`;
    case 'header':
      return `The first line must be: ${HEADER.join()}`;
    case 'empty':
      return 'There is no line below the first.';
    case 'many':
      return `There are ${count} lines; at most ${ACCRUAL_LINES_MAX} are one batch.`;
    case 'fields':
      return `Line ${line}: there are ${count} fields instead of ${HEADER.length}.`;
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Editors leave empty lines at the end; elsewhere they are a mistake. */
function withoutEmptyEnd(records: CsvRecord[]): CsvRecord[] {
  return records.slice(0, records.findLastIndex(({ fields }) => fields.join('') !== '') + 1);
}

function lineOf({ fields }: CsvRecord): AccrualLine {
  const [username = '', amount = '', reason = '', source = '', document = ''] = fields;
  return { username, amount, reason, source, document };
}

/** A record of a CSV file and the line of the file on which it begins. */
type CsvRecord = { line: number; fields: string[] };

const PIECE_BYTES = 256 * 1024;

/** `brokenLine` says where a quote went wrong; one that is never closed is told where its record begins. */
async function parseCsv(text: string): Promise<{ records: CsvRecord[] } | { brokenLine: number }> {
  const records: CsvRecord[] = [];
  let line = 1;
  const parser = parse({
    relax_column_count: true,
    record_delimiter: ['\n', '\r\n'],
    on_record(fields: string[], { lines }) {
      records.push({ line, fields });
      line = lines + 1;
      return null;
    },
  });
  const end = finished(parser.resume());
  end.catch(() => undefined);
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.byteLength && !parser.destroyed; start += PIECE_BYTES) {
    parser.write(bytes.subarray(start, start + PIECE_BYTES));
    await setImmediate();
  }
  if (!parser.destroyed) parser.end();
  try {
    await end;
    return { records };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { brokenLine: error.code === 'CSV_QUOTE_NOT_CLOSED' ? line : Number(error['lines']) };
  }
}
