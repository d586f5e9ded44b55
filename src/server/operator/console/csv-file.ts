import { isRefused, type Refused } from '#domain/refusals.ts';
import type { Language } from '#domain/languages.ts';
import { type Cell, csvWriter } from '#server/base/csv/index.ts';
import { fileName } from '#server/base/file-name.ts';
import type { Services } from '#server/api/services.ts';
import type { FileAnswer } from '#server/api/route.ts';

type Page = { rows: Cell[][]; next: string | null };
type Source = {
  read: (cursor: string | undefined) => Promise<Page | Refused>;
  max: number;
};

type Table = { name: readonly (string | undefined)[]; head: readonly string[]; language: Language };

export async function csvFile(
  services: Services,
  { name, head, language }: Table,
  { read, max }: Source,
): Promise<FileAnswer | Refused> {
  const csv = csvWriter(language);
  // A refusal of the first page can be returned; later the file can only break off.
  const first = await read(undefined);
  return isRefused(first) ? first : { fileName: fileName(services, name, 'csv'), pieces: pieces(first) };

  async function* pieces(start: Page) {
    yield csv.start + csv.line(head);
    let page = start;
    let remaining = max;
    for (;;) {
      const rows = page.rows.slice(0, remaining);
      yield rows.map((row) => csv.line(row)).join('');
      remaining -= rows.length;
      if (page.next === null || remaining === 0) return;
      const next = await read(page.next);
      if (isRefused(next)) throw new Error(`The list broke off: ${next.refused}.`);
      page = next;
    }
  }
}
