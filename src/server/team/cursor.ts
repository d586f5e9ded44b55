import type { TEAM_SORTS } from '#contracts/team.ts';

export type Sort = (typeof TEAM_SORTS)[number];
/** The last member of a page, by everything that lists are sorted by. */
export type Cursor = { line: number; day: string; id: number };

const LINE_MAX = 32_767;
const ID_MAX = 2_147_483_647;

/** Where a page ended. It says nothing of whose team it was: the next page starts from the caller's links again. */
export function writeCursor(sort: Sort, { line, day, id }: Cursor): string {
  return Buffer.from(`${sort}.${line}.${day}.${id}`).toString('base64url');
}

export function readCursor(sort: Sort, written: string): Cursor | undefined {
  const match = /^(\w+)\.(\d{1,5})\.(\d{4}-\d\d-\d\d)\.(\d{1,10})$/.exec(Buffer.from(written, 'base64url').toString());
  const [, itsSort, line, day = '', id] = match ?? [];
  const cursor = { line: Number(line), day, id: Number(id) };
  return itsSort === sort && isDay(day) && cursor.line <= LINE_MAX && cursor.id <= ID_MAX ? cursor : undefined;
}

function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return day >= '0001' && !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
