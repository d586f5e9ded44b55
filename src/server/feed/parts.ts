import { type SQL, sql } from 'drizzle-orm';
import { POST_KINDS, type PostKind, WEBINAR_MINUTES_MAX } from '#domain/feed.ts';
import { addSeconds } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { PLANNED_ONCE } from '#server/db/planned-once.ts';
import type { Key, List } from './cursor.ts';
import { isOut } from './find-posts.ts';

type Stretch = { walkedAt: Date; after: Key | undefined; count: number };

/** Some keys of a list from somewhere on, in its order. */
export type Part = (db: Db, stretch: Stretch) => Promise<Key[]>;

/** The lists there are, each in its two parts. */
export const PARTS: Record<List, readonly Part[]> = {
  all: [pinned(POST_KINDS), others(POST_KINDS)],
  news: [pinned(['news']), others(['news'])],
  webinar: [toCome, past],
};

/** A pin holds until so many newer posts of its kind have come: pinned posts are looked for among these only. */
const PINS_AMONG = 100;

function pinned(kinds: readonly PostKind[]): Part {
  return async (db, { walkedAt, after, count }) => {
    const pins = await readKeys(db, pinsOf(kinds, walkedAt));
    const behind = after ? pins.filter((pin) => isBehind(pin, after)) : pins;
    return behind.slice(0, count);
  };
}

/** By id as PostgreSQL compares uuids: by their bytes. */
function isBehind(one: Key, other: Key): boolean {
  const difference = one.at.getTime() - other.at.getTime();
  return difference === 0 ? one.id < other.id : difference < 0;
}

function pinsOf(kinds: readonly PostKind[], walkedAt: Date): SQL {
  const newest = kinds.map(
    (kind) => sql`(
      select p.id, p.published_at as at, p.pinned_at from posts p
      where p.kind = ${kind} and ${isOut(walkedAt)}
      order by p.published_at desc, p.id desc limit ${PINS_AMONG})`,
  );
  return sql`
    select id, at from (${sql.join(newest, sql` union all `)}) as newest
    where pinned_at is not null order by at desc, id desc`;
}

function others(kinds: readonly PostKind[]): Part {
  return (db, { walkedAt, after, count }) => {
    const each = kinds.map(
      (kind) => sql`(
        select p.id, p.published_at as at from posts p
        where p.kind = ${kind} and ${isOut(walkedAt)} and p.id <> all(array(select id from pins))
          and ${after ? sql`(p.published_at, p.id) < (${after.at.toISOString()}, ${after.id})` : sql`true`}
        order by p.published_at desc, p.id desc limit ${count})`,
    );
    return readKeys(
      db,
      sql`with pins as materialized (${pinsOf(kinds, walkedAt)})
        select id, at from (${sql.join(each, sql` union all `)}) as merged order by at desc, id desc limit ${count}`,
    );
  };
}

/** Live ones and those that are still to come. */
function toCome(db: Db, { walkedAt, after, count }: Stretch): Promise<Key[]> {
  const liveSince = addSeconds(walkedAt, -WEBINAR_MINUTES_MAX * 60);
  return readKeys(
    db,
    sql`select p.id, p.starts_at as at from posts p
      where p.starts_at > ${liveSince.toISOString()} and not ${hasEnded(walkedAt)} and ${isOut(walkedAt)}
        and ${after ? sql`(p.starts_at, p.id) > (${after.at.toISOString()}, ${after.id})` : sql`true`}
      order by p.starts_at, p.id limit ${count}`,
  );
}

function past(db: Db, { walkedAt, after, count }: Stretch): Promise<Key[]> {
  return readKeys(
    db,
    sql`select p.id, p.starts_at as at from posts p
      where p.starts_at <= ${walkedAt.toISOString()} and ${hasEnded(walkedAt)} and ${isOut(walkedAt)}
        and ${after ? sql`(p.starts_at, p.id) < (${after.at.toISOString()}, ${after.id})` : sql`true`}
      order by p.starts_at desc, p.id desc limit ${count}`,
  );
}

function hasEnded(at: Date): SQL {
  return sql`p.starts_at + make_interval(mins => p.minutes) <= ${at.toISOString()}`;
}

async function readKeys(db: Db, query: SQL): Promise<Key[]> {
  const { rows } = await db.execute<{ id: string; at: string }>(sql`${PLANNED_ONCE} ${query}`);
  return rows.map(({ id, at }) => ({ id, at: new Date(at) }));
}
