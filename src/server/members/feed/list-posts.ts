import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { listFeed } from '#contracts/feed.ts';
import { type Refused, refuseField } from '#domain/refusals.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { Services } from '#server/api/services.ts';
import { type Cursor, type Key, type List, type Part, PARTS, readCursor, type Times, writeCursor } from './parts.ts';
import { type FoundPost, type Reader, readPosts } from './queries.ts';

type Input = z.output<typeof listFeed.input>;
type Page = { posts: FoundPost[]; next: string | null };

const PAGE = 10;

/** A cursor keeps the time step of the first page, so that no post is skipped or repeated. */
export async function listPosts(services: Services, reader: Reader, input: Input): Promise<Page | Refused> {
  const { kind: list = 'all', limit = PAGE } = input;
  const cursor = input.cursor === undefined ? undefined : readCursor(list, input.cursor);
  if (input.cursor !== undefined && !cursor) return refuseField('cursor', 'invalid');

  const now = services.clock.now();
  const step = stepOf(list, cursor && cursor.step < now ? cursor.step : now);
  const keys = await readKeys(PARTS[list], { db: services.db, at: timesOf(list, step, now), cursor, count: limit + 1 });
  const pageKeys = keys.slice(0, limit);
  const last = keys.length > limit ? pageKeys.at(-1) : undefined;
  return {
    posts: await inOrder(services, reader, pageKeys),
    next: last ? writeCursor(list, { part: last.part, step, after: last }) : null,
  };
}

/** How long cursors are equal. An ended webinar moves to the past with the next step. */
const STEP_SECONDS: Record<List, number> = { all: 24 * 60 * 60, news: 24 * 60 * 60, webinar: 5 * 60 };

function stepOf(list: List, time: Date): Date {
  const stepMs = STEP_SECONDS[list] * 1000;
  return new Date(Math.floor(time.getTime() / stepMs) * stepMs);
}

/** Posts published during the step are added; listed posts stay. */
function timesOf(list: List, step: Date, now: Date): Times {
  const end = addSeconds(step, STEP_SECONDS[list]);
  return { endedBy: step, outBy: end < now ? end : now };
}

type PageRange = { db: Db; at: Times; cursor: Cursor | undefined; count: number };

/** In parallel: whether the first part has enough is known too late to save the other query. */
async function readKeys(parts: readonly Part[], range: PageRange): Promise<(Key & { part: number })[]> {
  const { db, at, cursor, count } = range;
  const start = cursor?.part ?? 0;
  const keysByPart = await Promise.all(
    parts.slice(start).map(async (read, index) => {
      const after = index === 0 ? cursor?.after : undefined;
      const keys = await read(db, { at, after, count });
      return keys.map((key) => ({ ...key, part: start + index }));
    }),
  );
  return keysByPart.flat().slice(0, count);
}

async function inOrder({ db }: Services, reader: Reader, keys: readonly Key[]): Promise<FoundPost[]> {
  if (keys.length === 0) return [];
  const ids = keys.map(({ id }) => id);
  const posts = await readPosts(db, reader, sql`select unnest(${sql.param(ids)}::uuid[])`);
  return posts.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
