import { isRefused, type Refused } from '#domain/refusals.ts';
import { CSV_START, csvLine } from '#server/csv.ts';
import { fileName } from '#server/file-name.ts';
import type { Services } from '#server/services.ts';
import type { FileAnswer } from '#server/http/route.ts';

type Page = { rows: string[][]; next: string | null };
type Source = {
  /** A page of rows, the next behind `cursor`. */
  read: (cursor: string | undefined) => Promise<Page | Refused>;
  /** So many rows at most. */
  max: number;
};

/** A list as CSV, made while it is read. Whatever somebody else wrote has gone through `harmless` before. */
export async function csvFile(
  services: Services,
  name: readonly (string | undefined)[],
  head: readonly string[],
  { read, max }: Source,
): Promise<FileAnswer | Refused> {
  // Here a refusal can still be told; later the file can only break off.
  const first = await read(undefined);
  return isRefused(first) ? first : { fileName: fileName(services, name, 'csv'), pieces: pieces(first) };

  async function* pieces(start: Page) {
    yield CSV_START + csvLine(head);
    let page = start;
    let left = max;
    for (;;) {
      const rows = page.rows.slice(0, left);
      yield rows.map((row) => csvLine(row)).join('');
      left -= rows.length;
      if (page.next === null || left === 0) return;
      const next = await read(page.next);
      if (isRefused(next)) throw new Error(`The list broke off: ${next.refused}.`);
      page = next;
    }
  }
}
