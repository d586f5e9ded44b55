import { type SQL, sql } from 'drizzle-orm';
import { POST_KINDS, type PostKind, WEBINAR_MINUTES_MAX } from '#domain/feed.ts';
import { isUuid } from '#domain/uuid.ts';
import { addSeconds } from '#server/base/clock.ts';
import { isOut } from './queries.ts';

/** `endedBy` decides which webinars are past, `outBy` which posts are published. */
export type Times = { endedBy: Date; outBy: Date };
export type PartQuery = { at: Times; after: Key | undefined; count: number };

/** `select` gives at most `count` rows of `id` and `at`; `order` sorts them. */
export type Part = { select: (query: PartQuery) => SQL; order: SQL };

const NEWEST_FIRST = sql`at desc, id desc`;
const SOONEST_FIRST = sql`at, id`;

/** Two index ranges per list, so a page costs the same for any number of posts. */
export const PARTS: Record<List, readonly Part[]> = {
  all: [pinnedPosts(POST_KINDS), otherPosts(POST_KINDS)],
  news: [pinnedPosts(['news']), otherPosts(['news'])],
  webinar: [
    { select: selectUpcoming, order: SOONEST_FIRST },
    { select: selectPast, order: NEWEST_FIRST },
  ],
};

/** Pins count only among the newest posts of each kind. */
const PINS_AMONG = 100;

function pinnedPosts(kinds: readonly PostKind[]): Part {
  const select: Part['select'] = ({ at: { outBy }, after, count }) => sql`
    select id, at from (${selectPins(kinds, outBy)}) as pins
    where ${isBehind(sql`(at, id)`, after)} order by ${NEWEST_FIRST} limit ${count}`;
  return { select, order: NEWEST_FIRST };
}

function isBehind(key: SQL, after: Key | undefined): SQL {
  return after ? sql`${key} < (${after.at.toISOString()}, ${after.id})` : sql`true`;
}

function selectPins(kinds: readonly PostKind[], outBy: Date): SQL {
  const newest = kinds.map(
    (kind) => sql`(
      select p.id, p.published_at as at, p.pinned_at from posts p
      where p.kind = ${kind} and ${isOut(outBy)}
      order by p.published_at desc, p.id desc limit ${PINS_AMONG})`,
  );
  return sql`select id, at from (${sql.join(newest, sql` union all `)}) as newest where pinned_at is not null`;
}

function otherPosts(kinds: readonly PostKind[]): Part {
  const select: Part['select'] = ({ at: { outBy }, after, count }) => {
    const queries = kinds.map(
      (kind) => sql`(
        select p.id, p.published_at as at from posts p
        where p.kind = ${kind} and ${isOut(outBy)} and p.id <> all(array(select id from pins))
          and ${isBehind(sql`(p.published_at, p.id)`, after)}
        order by p.published_at desc, p.id desc limit ${count})`,
    );
    return sql`
      with pins as materialized (${selectPins(kinds, outBy)})
      select id, at from (${sql.join(queries, sql` union all `)}) as merged order by ${NEWEST_FIRST} limit ${count}`;
  };
  return { select, order: NEWEST_FIRST };
}

function selectUpcoming({ at: { endedBy, outBy }, after, count }: PartQuery): SQL {
  const liveSince = addSeconds(endedBy, -WEBINAR_MINUTES_MAX * 60);
  return sql`
    select p.id, p.starts_at as at from posts p
    where p.starts_at > ${liveSince.toISOString()} and not ${hasEnded(endedBy)} and ${isOut(outBy)}
      and ${after ? sql`(p.starts_at, p.id) > (${after.at.toISOString()}, ${after.id})` : sql`true`}
    order by ${SOONEST_FIRST} limit ${count}`;
}

function selectPast({ at: { endedBy, outBy }, after, count }: PartQuery): SQL {
  return sql`
    select p.id, p.starts_at as at from posts p
    where p.starts_at <= ${endedBy.toISOString()} and ${hasEnded(endedBy)} and ${isOut(outBy)}
      and ${isBehind(sql`(p.starts_at, p.id)`, after)}
    order by ${NEWEST_FIRST} limit ${count}`;
}

function hasEnded(at: Date): SQL {
  return sql`p.starts_at + make_interval(mins => p.minutes) <= ${at.toISOString()}`;
}

export type List = PostKind | 'all';
/** `at` is the time by which the list is sorted. */
type Key = { at: Date; id: string };
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
