import { CSV_START, csvLine, harmless } from '#server/csv.ts';
import type { List, Row, Value } from './list.ts';

type Batches = AsyncIterable<readonly Row[]>;

/** A JSON array with a row on each line. */
export async function* jsonOf(batches: Batches): AsyncGenerator<string, void> {
  let before = '[';
  for await (const rows of batches) {
    yield rows
      .map((row) => {
        const line = `${before}\n${JSON.stringify(row)}`;
        before = ',';
        return line;
      })
      .join('');
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

export async function* csvOf({ columns }: List, batches: Batches): AsyncGenerator<string, void> {
  const names = Object.keys(columns);
  yield CSV_START + csvLine(names);
  for await (const rows of batches) {
    yield rows
      .map((row) => csvLine(names.map((name) => cellOf(columns[name]?.kind === 'words', row[name] ?? null))))
      .join('');
  }
}

function cellOf(isWords: boolean, value: Value): string {
  const cell = value === null ? '' : String(value);
  return isWords ? harmless(cell) : cell;
}
