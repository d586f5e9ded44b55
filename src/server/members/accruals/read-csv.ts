import { setImmediate } from 'node:timers/promises';
import { ACCRUAL_FILE_MAX_BYTES, ACCRUAL_LINES_MAX } from '#domain/accrual-file.ts';
import { type CsvProblem, CsvRefusal, openCsv } from '#server/base/csv/index.ts';
import type { AccrualLine } from './check-lines.ts';
import { wireAmounts } from './wire-amounts.ts';

/** `fileLines`: line of the file on which each entry begins. */
type Read = { lines: AccrualLine[]; fileLines: number[] };

export const ACCRUAL_COLUMNS = ['username', 'amount', 'reason', 'source', 'document'] as const;

/** Reads in pieces, so that other requests of this process can run. */
export async function readAccrualsCsv(bytes: Uint8Array): Promise<Read | { problem: CsvProblem }> {
  if (bytes.byteLength > ACCRUAL_FILE_MAX_BYTES) return { problem: { code: 'large' } };
  const lines: AccrualLine[] = [];
  const fileLines: number[] = [];
  let count = 0;
  try {
    const { separator, rows } = await openCsv(() => piecesOf(bytes), { required: ACCRUAL_COLUMNS });
    for await (const { line, cells } of rows) {
      count += 1;
      if (count > ACCRUAL_LINES_MAX) continue;
      lines.push(cells);
      fileLines.push(line);
    }
    if (count > ACCRUAL_LINES_MAX) return { problem: { code: 'many', count, max: ACCRUAL_LINES_MAX } };
    return { lines: wireAmounts(lines, fileLines, separator), fileLines };
  } catch (error) {
    if (error instanceof CsvRefusal) return { problem: error.problem };
    throw error;
  }
}

const PIECE_BYTES = 256 * 1024;

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  for (let start = 0; start < bytes.byteLength; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES);
    await setImmediate();
  }
}
