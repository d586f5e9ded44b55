import { asc, eq } from 'drizzle-orm';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Language } from '#domain/languages.ts';
import { formatDate, formatTime, isoDay } from '#i18n/format.ts';
import { translator } from '#i18n/translator.ts';
import { type Cell, csvWriter } from '#server/base/csv/index.ts';
import { type Member, memberPhotos } from '#server/db/schema/index.ts';
import { fileName } from '#server/base/file-name.ts';
import type { Services } from '#server/api/services.ts';
import { type List, readList, type Row, type Value } from './list.ts';
import { LISTS } from './lists.ts';

type OnRows = (rows: number) => void;

/** `onRows` is called per batch of rows: once for JSON, once for CSV. */
export function writeExport(
  services: Services,
  member: Member,
  onRows: OnRows = () => {},
): AsyncGenerator<Uint8Array, void> {
  return writeZip(filesOf(services, member, onRows), services.clock.now());
}

async function* filesOf(services: Services, member: Member, onRows: OnRows): AsyncGenerator<ZipFile, void> {
  yield { name: 'README.txt', pieces: [writeReadme(services, member)] };
  for (const list of LISTS) {
    // The CSV stops at the rows of the JSON; newer rows come last.
    let count = 0;
    const countRows: OnRows = (rows) => {
      count += rows;
      onRows(rows);
    };
    yield { name: `${list.name}.json`, pieces: jsonOf(withCount(readList(services.db, list, member.id), countRows)) };
    yield {
      name: `${list.name}.csv`,
      pieces: csvOf(list, member.language, withCount(readList(services.db, list, member.id, count), onRows)),
    };
  }
  yield* photosOf(services, member);
}

async function* withCount(batches: AsyncIterable<Row[]>, onRows: OnRows): AsyncGenerator<Row[], void> {
  for await (const batch of batches) {
    yield batch;
    onRows(batch.length);
  }
}

async function* photosOf({ db }: Services, { id }: Member): AsyncGenerator<ZipFile, void> {
  const photos = await db
    .select({ sizePx: memberPhotos.sizePx, webp: memberPhotos.webp })
    .from(memberPhotos)
    .where(eq(memberPhotos.memberId, id))
    .orderBy(asc(memberPhotos.sizePx));
  for (const { sizePx, webp } of photos) yield { name: `photo-${sizePx}.webp`, isPacked: true, pieces: [webp] };
}

export function exportName(services: Pick<Services, 'config' | 'clock'>, madeAt = services.clock.now()): string {
  return fileName(services, ['data', isoDay(madeAt, services.config.timeZone)], 'zip');
}

function writeReadme(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  { username, language }: { username: string; language: Language },
): string {
  const t = translator(language);
  const now = clock.now();
  const at = { date: formatDate(now, config.timeZone), time: formatTime(now, config.timeZone) };
  const files = LISTS.map(({ name }) => `${name}.json, ${name}.csv\n  ${t(`settings:data.readme.lists.${name}`)}`);
  const photos = `photo-….webp\n  ${t('settings:data.readme.photo')}`;
  const paragraphs = [
    t('settings:data.readme.title', { product: config.productName, username }),
    t('settings:data.readme.made', at),
    t('settings:data.readme.formats'),
    t('settings:data.readme.moment'),
    t('settings:data.readme.left_out'),
    ...files,
    photos,
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

type Batches = AsyncIterable<readonly Row[]>;

async function* jsonOf(batches: Batches): AsyncGenerator<string, void> {
  let separator = '[';
  for await (const rows of batches) {
    yield rows
      .map((row) => {
        const line = `${separator}\n${JSON.stringify(row)}`;
        separator = ',';
        return line;
      })
      .join('');
  }
  yield separator === '[' ? '[]\n' : '\n]\n';
}

async function* csvOf({ columns }: List, language: Language, batches: Batches): AsyncGenerator<string, void> {
  const names = Object.keys(columns);
  const csv = csvWriter(language);
  yield csv.start + csv.line(names);
  for await (const rows of batches) {
    yield rows
      .map((row) => csv.line(names.map((name) => cellOf(columns[name]?.kind === 'money', row[name] ?? null))))
      .join('');
  }
}

function cellOf(isMoney: boolean, value: Value): Cell {
  const text = value === null ? '' : String(value);
  return isMoney ? { amount: text } : text;
}

type ZipFile = {
  name: string;
  isPacked?: boolean;
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
};

async function* writeZip(files: AsyncIterable<ZipFile>, mtime: Date): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    if (piece.length > 0) chunks.push(piece);
  });
  for await (const { name, isPacked, pieces } of files) {
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    zip.add(Object.assign(file, { mtime }));
    for await (const piece of pieces) {
      file.push(typeof piece === 'string' ? encoder.encode(piece) : piece);
      yield* chunks.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* chunks.splice(0);
  }
  zip.end();
  yield* chunks.splice(0);
}
