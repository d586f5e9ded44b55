import { CsvError, parse } from 'csv-parse/sync';
import type { AccrualLine } from './check-lines.ts';

/** The lines of an import, and on which line of the file each begins. */
type Read = { lines: AccrualLine[]; fileLines: number[] };

const HEADER = ['username', 'amount', 'reason', 'source', 'document'] as const;
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_LINES = 20_000;

/** Reads an import from a CSV file; what can't be read is told as a sentence with the line of the file. */
export function readAccrualsCsv(bytes: Uint8Array): Read | { refused: string } {
  if (bytes.byteLength > MAX_BYTES) return { refused: 'The file is larger than 5 MB: divide it into several batches.' };
  const text = decode(bytes);
  if (text === undefined) return { refused: 'The file is not UTF-8 text: save it as “CSV UTF-8”.' };
  const parsed = parseCsv(text);
  if ('brokenLine' in parsed) return { refused: `Line ${parsed.brokenLine}: a quote is not where a quote may be.` };
  const [head, ...records] = withoutEmptyEnd(parsed.records);
  if (head?.fields.join() !== HEADER.join()) return { refused: `The first line must be: ${HEADER.join()}` };
  if (records.length === 0) return { refused: 'There is no line below the first.' };
  if (records.length > MAX_LINES) return { refused: `There are ${records.length} lines; at most 20000 are one batch.` };
  const odd = records.find(({ fields }) => fields.length !== HEADER.length);
  if (odd) return { refused: `Line ${odd.line}: there are ${odd.fields.length} fields instead of ${HEADER.length}.` };
  return { lines: records.map(lineOf), fileLines: records.map(({ line }) => line) };
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

/** `brokenLine` says where a quote went wrong; one that is never closed is told where its record begins. */
function parseCsv(text: string): { records: CsvRecord[] } | { brokenLine: number } {
  const records: CsvRecord[] = [];
  let line = 1;
  try {
    parse(text, {
      relax_column_count: true,
      record_delimiter: ['\n', '\r\n'],
      on_record(fields, { lines }) {
        records.push({ line, fields });
        line = lines + 1;
        return null;
      },
    });
    return { records };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { brokenLine: error.code === 'CSV_QUOTE_NOT_CLOSED' ? line : Number(error['lines']) };
  }
}
