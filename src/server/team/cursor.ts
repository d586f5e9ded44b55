import type { TEAM_SORTS } from '#contracts/team.ts';

type Sort = (typeof TEAM_SORTS)[number];
export type Cursor = { line: number; id: number };

/** Where a page ended. It says nothing of whose team it was: the next page starts from the caller's links again. */
export function writeCursor(sort: Sort, { line, id }: Cursor): string {
  return Buffer.from(`${sort}.${line}.${id}`).toString('base64url');
}

export function readCursor(sort: Sort, cursor: string): Cursor | undefined {
  const match = /^(\w+)\.(\d{1,5})\.(\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match?.[1] !== sort) return undefined;
  const id = Number(match[3]);
  return id <= 2_147_483_647 ? { line: Number(match[2]), id } : undefined;
}
