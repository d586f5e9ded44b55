import { type SQL, sql } from 'drizzle-orm';
import { POST_KINDS, type PostKind, WEBINAR_MINUTES_MAX } from '#domain/feed.ts';
import { isUuid } from '#domain/uuid.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { isOut } from './queries.ts';

/** `endedBy` decides which webinars are past, `outBy` which posts are published. */
export type Times = { endedBy: Date; outBy: Date };
type PartQuery = { at: Times; after: Key | undefined; count: number };

export type Part = (db: Db, stretch: PartQuery) => Promise<Key[]>;

/** Two index ranges per list, so a page costs the same for any number of posts. */
export const PARTS: Record<List, readonly Part[]> = {
  all: [pinnedPosts(POST_KINDS), otherPosts(POST_KINDS)],
  news: [pinnedPosts(['news']), otherPosts(['news'])],
  webinar: [upcomingWebinars, pastWebinars],
};

/** Pins count only among the newest posts of each kind. */
const PINS_AMONG = 100;

function pinnedPosts(kinds: readonly PostKind[]): Part {
  return async (db, { at, after, count }) => {
    const pins = await readKeys(db, pinsOf(kinds, at.outBy));
    const remaining = after ? pins.filter((pin) => isBehind(pin, after)) : pins;
    return remaining.slice(0, count);
  };
}

/** Compares ids like PostgreSQL compares uuids: by bytes. */
function isBehind(a: Key, b: Key): boolean {
  const difference = a.at.getTime() - b.at.getTime();
  return difference === 0 ? a.id < b.id : difference < 0;
}

function pinsOf(kinds: readonly PostKind[], outBy: Date): SQL {
  const newest = kinds.map(
    (kind) => sql`(
      select p.id, p.published_at as at, p.pinned_at from posts p
      where p.kind = ${kind} and ${isOut(outBy)}
      order by p.published_at desc, p.id desc limit ${PINS_AMONG})`,
  );
  return sql`
    select id, at from (${sql.join(newest, sql` union all `)}) as newest
    where pinned_at is not null order by at desc, id desc`;
}

function otherPosts(kinds: readonly PostKind[]): Part {
  return (db, { at: { outBy }, after, count }) => {
    const queries = kinds.map(
      (kind) => sql`(
        select p.id, p.published_at as at from posts p
        where p.kind = ${kind} and ${isOut(outBy)} and p.id <> all(array(select id from pins))
          and ${after ? sql`(p.published_at, p.id) < (${after.at.toISOString()}, ${after.id})` : sql`true`}
        order by p.published_at desc, p.id desc limit ${count})`,
    );
    return readKeys(
      db,
      sql`with pins as materialized (${pinsOf(kinds, outBy)})
        select id, at from (${sql.join(queries, sql` union all `)}) as merged order by at desc, id desc limit ${count}`,
    );
  };
}

function upcomingWebinars(db: Db, { at: { endedBy, outBy }, after, count }: PartQuery): Promise<Key[]> {
  const liveSince = addSeconds(endedBy, -WEBINAR_MINUTES_MAX * 60);
  return readKeys(
    db,
    sql`select p.id, p.starts_at as at from posts p
      where p.starts_at > ${liveSince.toISOString()} and not ${hasEnded(endedBy)} and ${isOut(outBy)}
        and ${after ? sql`(p.starts_at, p.id) > (${after.at.toISOString()}, ${after.id})` : sql`true`}
      order by p.starts_at, p.id limit ${count}`,
  );
}

function pastWebinars(db: Db, { at: { endedBy, outBy }, after, count }: PartQuery): Promise<Key[]> {
  return readKeys(
    db,
    sql`select p.id, p.starts_at as at from posts p
      where p.starts_at <= ${endedBy.toISOString()} and ${hasEnded(endedBy)} and ${isOut(outBy)}
        and ${after ? sql`(p.starts_at, p.id) < (${after.at.toISOString()}, ${after.id})` : sql`true`}
      order by p.starts_at desc, p.id desc limit ${count}`,
  );
}

function hasEnded(at: Date): SQL {
  return sql`p.starts_at + make_interval(mins => p.minutes) <= ${at.toISOString()}`;
}

async function readKeys(db: Db, query: SQL): Promise<Key[]> {
  const { rows } = await db.execute<{ id: string; at: string }>(query);
  return rows.map(({ id, at }) => ({ id, at: new Date(at) }));
}

export type List = PostKind | 'all';
/** `at` is the time by which the list is sorted. */
export type Key = { at: Date; id: string };
/** `part` is an index into `PARTS[list]`, `step` the time step of the first page. */
export type Cursor = { part: number; step: Date; after: Key };

/** Names no member: each page checks again what its reader may see. */
export function writeCursor(list: List, { part, step, after }: Cursor): string {
  return [list, part, step.getTime().toString(36), after.at.getTime().toString(36), after.id].join('.');
}

export function readCursor(list: List, text: string): Cursor | undefined {
  const match = /^(\w+)\.([01])\.([0-9a-z]{1,9})\.([0-9a-z]{1,9})\.([0-9a-f-]{36})$/.exec(text);
  const [, itsList, part, step = '', at = '', id = ''] = match ?? [];
  if (itsList !== list || !isUuid(id)) return undefined;
  return { part: Number(part), step: timeOf(step), after: { at: timeOf(at), id } };
}

function timeOf(text: string): Date {
  return new Date(Number.parseInt(text, 36));
}
