import type { Result } from '#contracts/call.ts';

/** A call brings no more. */
const AT_ONCE_MAX = 50;
const SHOWN_MAX = 500;

export type Asked = { cursor?: string | undefined; limit?: string | undefined };
export type RowsPage<Row> = { items: Row[]; next: string | null };

/** Nothing where the line broke, which only happens in the browser. */
type Answer = Result<RowsPage<unknown>> | undefined;

/**
 * The rows that an address shows: from its `cursor` on, and as many as had been brought into place (`shown`), so that
 * whoever comes back to a list finds it as they left it. A broken cursor leads to the first rows.
 */
export async function readShown<A extends Answer>(
  ask: (asked: Asked) => Promise<A>,
  { searchParams }: Pick<URL, 'searchParams'>,
): Promise<{ answer: A; cursor: string | undefined }> {
  const cursor = searchParams.get('cursor') || undefined;
  const shown = readCount(searchParams.get('shown'));
  const answer = await readMany(ask, cursor, shown);
  if (!cursor || !answer || answer.success || answer.error.code !== 'invalid') return { answer, cursor };
  return { answer: await readMany(ask, undefined, shown), cursor: undefined };
}

function readCount(text: string | null): number | undefined {
  return text && /^\d{1,3}$/.test(text) ? Math.min(Number(text), SHOWN_MAX) || undefined : undefined;
}

/** Call after call, each from where the one before it ended. */
async function readMany<A extends Answer>(
  ask: (asked: Asked) => Promise<A>,
  cursor: string | undefined,
  count: number | undefined,
): Promise<A> {
  const limit = (missing: number) => ({ limit: String(Math.min(missing, AT_ONCE_MAX)) });
  const first = await ask({ cursor, ...(count && limit(count)) });
  if (!first?.success || !count) return first;
  const items = [...first.data.items];
  let { next } = first.data;
  while (next !== null && items.length < count) {
    const more = await ask({ cursor: next, ...limit(count - items.length) });
    if (!more?.success) return more;
    items.push(...more.data.items);
    next = more.data.next;
  }
  return { ...first, data: { ...first.data, items, next } };
}
