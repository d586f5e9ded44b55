import { asc, desc, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { isUuid } from '#domain/uuid.ts';

/** Default page size. */
export const PAGE = 50;

type Place = readonly [value: Date | bigint | string | number, id: string | number];
type Sorted = { column: AnyPgColumn | SQL; type: keyof typeof SHAPES };
type Sorts = Record<string, Sorted>;

/** Pages by a column and the id, `-` for descending. Every page costs the same. Undefined if `cursor` is invalid. */
export function keysetOf<S extends Sorts>(sorts: S, sort: string, id: Sorted, cursor: string | undefined) {
  const isDown = sort.startsWith('-');
  const { column, type } = sorts[isDown ? sort.slice(1) : sort]!;
  const place = cursor === undefined ? undefined : readCursor(cursor, type, id.type);
  if (cursor !== undefined && !place) return undefined;
  const order = isDown ? desc : asc;
  const sign = sql.raw(isDown ? '<' : '>');
  const casts = { value: sql.raw(type), id: sql.raw(id.type) };
  return {
    behind: place && sql`(${column}, ${id.column}) ${sign} (${place.value}::${casts.value}, ${place.id}::${casts.id})`,
    order: [order(column), order(id.column)],
    /** Query `limit + 1` rows; the additional row shows that there is a next page. */
    page: <Row>(fetchedRows: readonly Row[], limit: number, placeOf: (row: Row) => Place) => {
      const rows = fetchedRows.slice(0, limit);
      const last = fetchedRows.length > limit ? rows.at(-1) : undefined;
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

/** Cursors may be forged: refuses values that PostgreSQL can't compare. */
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

/** PostgreSQL has no year 0, and JavaScript turns February 30 into March. */
function isTime(text: string): boolean {
  const time = new Date(text);
  return text >= '0001' && !Number.isNaN(time.getTime()) && time.toISOString() === text;
}

/** Escapes `\`, `%` and `_`. */
export function startsWith(column: AnyPgColumn, beginning: string): SQL {
  return sql`${column} like ${`${beginning.replaceAll(/[\\%_]/g, '\\$&')}%`}`;
}
