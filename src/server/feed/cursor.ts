import { isUuid } from '#domain/uuid.ts';
import type { PostKind } from '#domain/feed.ts';

export type List = PostKind | 'all';
/** What a list goes by, and where in it somebody stands. */
export type Key = { at: Date; id: string };
/** Where a page ended: in which part of its list, behind which post, and in which step of time the first page was asked for. */
export type Cursor = { part: number; step: Date; after: Key };

/** It says nothing of who asked: the next page looks again at what its reader may see. */
export function writeCursor(list: List, { part, step, after }: Cursor): string {
  return [list, part, step.getTime().toString(36), after.at.getTime().toString(36), after.id].join('.');
}

export function readCursor(list: List, written: string): Cursor | undefined {
  const match = /^(\w+)\.([01])\.([0-9a-z]{1,9})\.([0-9a-z]{1,9})\.([0-9a-f-]{36})$/.exec(written);
  const [, itsList, part, step = '', at = '', id = ''] = match ?? [];
  if (itsList !== list || !isUuid(id)) return undefined;
  return { part: Number(part), step: timeOf(step), after: { at: timeOf(at), id } };
}

function timeOf(written: string): Date {
  return new Date(Number.parseInt(written, 36));
}
