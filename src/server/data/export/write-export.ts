import { asc, eq } from 'drizzle-orm';
import { isoDay } from '#i18n/format.ts';
import { type Member, memberPhotos } from '#server/db/schema/index.ts';
import { fileName } from '#server/file-name.ts';
import type { House } from '#server/house.ts';
import { readList, type Row } from './list.ts';
import { LISTS } from './lists.ts';
import { csvOf, jsonOf } from './write-list.ts';
import { writeReadme } from './write-readme.ts';
import { writeZip, type ZipFile } from './write-zip.ts';

type Told = (rows: number) => void;

/** Everything that is kept of a member as a zip, made while it is read. `told` hears of each row, once in each format. */
export function writeExport(house: House, member: Member, told: Told = () => {}): AsyncGenerator<Uint8Array, void> {
  return writeZip(filesOf(house, member, told), house.clock.now());
}

async function* filesOf(house: House, member: Member, told: Told): AsyncGenerator<ZipFile, void> {
  yield { name: 'README.txt', pieces: [writeReadme(house, member)] };
  for (const list of LISTS) {
    // The second file has as many rows as the first, whatever has come since: what is new comes last.
    let count = 0;
    const countAndTell: Told = (rows) => {
      count += rows;
      told(rows);
    };
    yield { name: `${list.name}.json`, pieces: jsonOf(heard(readList(house.db, list, member.id), countAndTell)) };
    yield { name: `${list.name}.csv`, pieces: csvOf(list, heard(readList(house.db, list, member.id, count), told)) };
  }
  yield* photosOf(house, member);
}

async function* heard(batches: AsyncIterable<Row[]>, told: Told): AsyncGenerator<Row[], void> {
  for await (const batch of batches) {
    yield batch;
    told(batch.length);
  }
}

async function* photosOf({ db }: House, { id }: Member): AsyncGenerator<ZipFile, void> {
  const photos = await db
    .select({ sizePx: memberPhotos.sizePx, webp: memberPhotos.webp })
    .from(memberPhotos)
    .where(eq(memberPhotos.memberId, id))
    .orderBy(asc(memberPhotos.sizePx));
  for (const { sizePx, webp } of photos) yield { name: `photo-${sizePx}.webp`, isPacked: true, pieces: [webp] };
}

export function exportName(house: Pick<House, 'config' | 'clock'>, made = house.clock.now()): string {
  return fileName(house, ['data', isoDay(made, house.config.timeZone)], 'zip');
}
