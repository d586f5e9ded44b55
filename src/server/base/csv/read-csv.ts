import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { type CsvSource, decoded, encodingOf, isWorkbook } from './encoding.ts';
import { CsvRefusal } from './problem.ts';

type Columns<Name extends string> = { required: readonly Name[]; optional?: readonly Name[] };
/** `line` is the row’s first line in the file; missing columns are ''. */
export type CsvRow<Name extends string> = { line: number; cells: Record<Name, string> };

const SEPARATORS = [',', ';', '\t'];
const MAX_RECORD_CHARACTERS = 16_384;

/** Detects encoding, separator and line ends; streams the rows. Reading them may throw `CsvRefusal`. */
export async function openCsv<Name extends string>(
  source: CsvSource,
  columns: Columns<Name>,
): Promise<{ separator: string; rows: AsyncGenerator<CsvRow<Name>, void> }> {
  if (await isWorkbook(source)) throw new CsvRefusal({ code: 'workbook' });
  const encoding = await encodingOf(source);
  if (!encoding) throw new CsvRefusal({ code: 'encoding' });
  const text = () => decoded(source, encoding);
  const separator = separatorOf(await firstLines(text()), namesOf(columns));
  return { separator, rows: readRows(text(), separator, columns) };
}

async function* readRows<Name extends string>(
  text: AsyncIterable<string>,
  separator: string,
  columns: Columns<Name>,
): AsyncGenerator<CsvRow<Name>, void> {
  let header: Name[] | undefined;
  let hasRows = false;
  for await (const { line, fields } of parseRecords(text, separator)) {
    if (isBlank(fields) || (!header && SEPARATOR_LINE.test(fields.join(separator)))) continue;
    if (!header) {
      header = readHeader(fields, separator, columns);
      continue;
    }
    if (fields.length < header.length || !isBlank(fields.slice(header.length))) {
      throw new CsvRefusal({ code: 'fields', line, count: fields.length, max: header.length });
    }
    hasRows = true;
    const cells = Object.fromEntries(namesOf(columns).map((name) => [name, ''])) as Record<Name, string>;
    for (const [index, name] of header.entries()) cells[name] = fields[index] ?? '';
    yield { line, cells };
  }
  if (!hasRows) throw new CsvRefusal({ code: 'empty' });
}

function namesOf<Name extends string>({ required, optional = [] }: Columns<Name>): Name[] {
  return [...required, ...optional];
}

const isBlank = (fields: readonly string[]) => fields.every((field) => field.trim() === '');

/** Excel writes this line above the header. */
const SEPARATOR_LINE = /^"?sep=(.?)"?\s*$/i;

async function firstLines(text: AsyncIterable<string>): Promise<string[]> {
  let head = '';
  for await (const piece of text) {
    head += piece;
    if (head.length > MAX_RECORD_CHARACTERS) break;
  }
  return head.split(/\r\n|\r|\n/);
}

function separatorOf(lines: readonly string[], names: readonly string[]): string {
  const filled = lines.filter((line) => line.trim() !== '');
  const [, declared] = SEPARATOR_LINE.exec(filled[0] ?? '') ?? [];
  if (declared && /[^\w" ]/.test(declared)) return declared;
  const header = filled[declared === undefined ? 0 : 1] ?? '';
  const knownNames = (separator: string) => plainNames(header.split(separator)).filter((name) => names.includes(name));
  return SEPARATORS.toSorted((a, b) => knownNames(b).length - knownNames(a).length)[0]!;
}

const plainNames = (fields: readonly string[]) => fields.map((field) => field.replaceAll('"', '').trim().toLowerCase());

function readHeader<Name extends string>(fields: readonly string[], separator: string, columns: Columns<Name>): Name[] {
  const plain = plainNames(fields);
  const header = plain.slice(0, plain.findLastIndex((name) => name !== '') + 1);
  const allowed: readonly string[] = namesOf(columns);
  const isRight =
    columns.required.every((name) => header.includes(name)) &&
    header.every((name, index) => allowed.includes(name) && header.indexOf(name) === index);
  if (isRight) return header as Name[];
  throw new CsvRefusal({
    code: 'header',
    ...{ separator, columns: columns.required, optional: columns.optional ?? [] },
    found: fields.join(separator).slice(0, FOUND_MAX),
  });
}

const FOUND_MAX = 200;

type CsvRecord = { line: number; fields: string[] };

async function* parseRecords(text: AsyncIterable<string>, separator: string): AsyncGenerator<CsvRecord, void> {
  // The parser reads ahead, so its own line number may be of a later record.
  const startLines: number[] = [];
  let next = 1;
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: MAX_RECORD_CHARACTERS,
    on_record(fields: string[], { lines }) {
      startLines.push(next);
      next = lines + 1;
      return fields;
    },
  });
  pipeline(text, parser, () => {});
  try {
    for await (const fields of parser as AsyncIterable<string[]>) yield { line: startLines.shift() ?? 0, fields };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw new CsvRefusal({ code: 'long', line: next });
    const line = error.code === 'CSV_QUOTE_NOT_CLOSED' ? next : Number(error['lines']);
    throw new CsvRefusal({ code: 'quote', line });
  }
}
