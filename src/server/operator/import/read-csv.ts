import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { CsvRefusal, openCsv, tellCsvProblem } from '#server/base/csv/index.ts';
import { FileRefusal } from './faults.ts';

export const MEMBER_COLUMNS = {
  required: ['username', 'email', 'name', 'inviter', 'registered_at', 'status'],
  optional: ['language', 'state'],
} as const;

type Column = (typeof MEMBER_COLUMNS.required)[number] | (typeof MEMBER_COLUMNS.optional)[number];
/** Missing columns are empty. */
export type WrittenRow = Record<Column, string> & { line: number };

export async function* readMembersCsv(file: string): AsyncGenerator<{ row: WrittenRow; share: number }> {
  let bytes: ReadStream | undefined;
  const source = () => (bytes = createReadStream(file, { highWaterMark: 256 * 1024 }));
  try {
    const { size } = await stat(file);
    const { rows } = await openCsv<Column>(source, MEMBER_COLUMNS);
    for await (const { line, cells } of rows) {
      yield { row: { line, ...cells }, share: Math.min(1, (bytes?.bytesRead ?? 0) / size) };
    }
  } catch (error) {
    throw toRefusal(error, file);
  }
}

function toRefusal(error: unknown, file: string): unknown {
  if (error instanceof CsvRefusal) return new FileRefusal(tellCsvProblem(error.problem));
  const { code } = error as NodeJS.ErrnoException;
  if (code?.startsWith('E') && !code.startsWith('ERR_')) {
    return new FileRefusal(`The file “${file}” can’t be read (${code}).`);
  }
  return error;
}
