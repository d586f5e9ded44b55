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

/** RFC 4180: quoted fields may hold commas, line ends and doubled quotes. `brokenLine` says where a quote went wrong. */
function parseCsv(text: string): { records: CsvRecord[] } | { brokenLine: number } {
  const records: CsvRecord[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const record: CsvRecord = { line, fields: [] };
    for (;;) {
      const field = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at);
      if (!field) return { brokenLine: line };
      record.fields.push(field.value);
      line += field.lineEnds;
      at = field.end;
      if (text[at] !== ',') break;
      at += 1;
    }
    records.push(record);
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
  }
  return { records };
}

type Field = { value: string; end: number; lineEnds: number };

const PLAIN = /[^",\r\n]*/y;

function readPlain(text: string, at: number): Field | undefined {
  PLAIN.lastIndex = at;
  const value = PLAIN.exec(text)?.[0] ?? '';
  return endsWell(text, at + value.length) ? { value, end: at + value.length, lineEnds: 0 } : undefined;
}

function readQuoted(text: string, at: number): Field | undefined {
  let close = text.indexOf('"', at + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close < 0 || !endsWell(text, close + 1)) return undefined;
  const inner = text.slice(at + 1, close);
  return { value: inner.replaceAll('""', '"'), end: close + 1, lineEnds: inner.split('\n').length - 1 };
}

/** Behind a field comes a comma or the end of the record; a quote in the middle of a field is a mistake. */
function endsWell(text: string, end: number): boolean {
  return end === text.length || text[end] === ',' || text[end] === '\n' || text.startsWith('\r\n', end);
}
