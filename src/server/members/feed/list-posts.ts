import { type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { listFeed } from '#contracts/feed.ts';
import { type Refused, refuseField } from '#domain/refusals.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Services } from '#server/api/services.ts';
import {
  type Cursor,
  type List,
  type Part,
  type PartQuery,
  PARTS,
  readCursor,
  type Times,
  writeCursor,
} from './parts.ts';
import { type FoundPost, type Reader, selectPosts } from './queries.ts';

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
  const range = { at: timesOf(list, step, now), cursor, count: limit + 1 };
  const results = await selectPosts<KeyOfPart>(services.db, reader, selectKeys(PARTS[list], range));
  const found = results.toSorted((a, b) => a.key.part - b.key.part || a.key.place - b.key.place).slice(0, limit);
  const last = results.length > limit ? found.at(-1)?.key : undefined;
  const after = last && { at: new Date(last.at), id: last.id };
  return {
    posts: found.map(({ post }) => post),
    next: after ? writeCursor(list, { part: last.part, step, after }) : null,
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

type KeyOfPart = { id: string; at: string; part: number; place: number };
type PageRange = Pick<PartQuery, 'at' | 'count'> & { cursor: Cursor | undefined };

/** One query for all parts: whether the first part has enough is known too late to save the other. */
function selectKeys(parts: readonly Part[], { at, cursor, count }: PageRange): SQL {
  const start = cursor?.part ?? 0;
  const keysByPart = parts.slice(start).map(({ select, order }, index) => {
    const after = index === 0 ? cursor?.after : undefined;
    return sql`
      select id, at, ${sql.raw(String(start + index))} as part, row_number() over (order by ${order})::integer as place
      from (${select({ at, after, count })}) as part`;
  });
  return sql`select * from (${sql.join(keysByPart, sql` union all `)}) as keys order by part, place limit ${count}`;
}
