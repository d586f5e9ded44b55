import { asc, desc, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { isUuid } from '#domain/uuid.ts';

/** So many rows are a page when nobody says how many. */
export const PAGE = 50;

type Place = readonly [value: Date | bigint | string | number, id: string | number];
type Sorted = { column: AnyPgColumn | SQL; type: keyof typeof SHAPES };
type Sorts = Record<string, Sorted>;

/**
 * How a list of the console goes on: behind the last row that was shown, by the column it is sorted by and then by its
 * id (`-` before the column turns both around). So every page is found by an index and costs the same as the first.
 * Nothing when `cursor` is none that such a list gave.
 */
export function keysetOf<S extends Sorts>(sorts: S, sort: string, id: Sorted, cursor: string | undefined) {
  const isDown = sort.startsWith('-');
  const { column, type } = sorts[isDown ? sort.slice(1) : sort]!;
  const place = cursor === undefined ? undefined : readCursor(cursor, type, id.type);
  if (cursor !== undefined && !place) return undefined;
  const order = isDown ? desc : asc;
  const than = sql.raw(isDown ? '<' : '>');
  const as = { value: sql.raw(type), id: sql.raw(id.type) };
  return {
    behind: place && sql`(${column}, ${id.column}) ${than} (${place.value}::${as.value}, ${place.id}::${as.id})`,
    order: [order(column), order(id.column)],
    /** The page of `limit` out of what was found, for which one row more was asked, and where the next begins. */
    page: <Row>(found: readonly Row[], limit: number, placeOf: (row: Row) => Place) => {
      const rows = found.slice(0, limit);
      const last = found.length > limit ? rows.at(-1) : undefined;
      return { rows, next: last === undefined ? null : writeCursor(placeOf(last)) };
    },
  };
}

function writeCursor([value, id]: Place): string {
  const text = value instanceof Date ? value.toISOString() : String(value);
  return Buffer.from(JSON.stringify([text, String(id)])).toString('base64url');
}

const SHAPES = {
  timestamptz: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  bigint: /^-?\d{1,18}$/,
  integer: /^-?\d{1,9}$/,
  text: /^[^\0]{0,200}$/,
  uuid: { test: isUuid },
};

/** Anybody may write a cursor: what the database could not compare with is none. */
function readCursor(
  cursor: string,
  type: keyof typeof SHAPES,
  idType: keyof typeof SHAPES,
): { value: string; id: string } | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const [value, id] = Array.isArray(read) ? (read as unknown[]) : [];
    if (typeof value !== 'string' || typeof id !== 'string') return undefined;
    const isRight = SHAPES[type].test(value) && SHAPES[idType].test(id);
    return isRight && (type !== 'timestamptz' || isTime(value)) ? { value, id } : undefined;
  } catch {
    return undefined;
  }
}

/** PostgreSQL has no year 0, and JavaScript no 30th of February. */
function isTime(text: string): boolean {
  const time = new Date(text);
  return text >= '0001' && !Number.isNaN(time.getTime()) && time.toISOString() === text;
}

/** Whatever is typed stands for itself. */
export function startsWith(column: AnyPgColumn, typed: string): SQL {
  return sql`${column} like ${`${typed.replaceAll(/[\\%_]/g, '\\$&')}%`}`;
}
