/** A record of a CSV file and the line of the file on which it begins. */
export type CsvRecord = { line: number; fields: string[] };

/** RFC 4180: quoted fields may hold commas, line ends and doubled quotes. `brokenLine` says where a quote went wrong. */
export function parseCsv(text: string): { records: CsvRecord[] } | { brokenLine: number } {
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
