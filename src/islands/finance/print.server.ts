import type { AstroGlobal } from 'astro';
import type { PageCall } from '#contracts/call.ts';
import { listHistory } from '#contracts/finance.ts';
import { filtersOf, HISTORY_ROWS_MAX, type HistoryQuery, PRINTED_ROWS_MAX, readHistoryQuery } from '#domain/history.ts';
import { load } from '#islands/shared/load.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';
import { findHistory, type FoundHistory, inputOf } from './find-history.ts';

export async function loadPrintedHistory(page: AstroGlobal) {
  const search = findPrintedHistory(page.locals.call, filtersOf(readHistoryQuery(page.url.searchParams)));
  const rows = search.then(({ answer }) => answer);
  const loaded = await load(page, { me: readProfile(page), rows });
  if (loaded instanceof Response) return loaded;
  const { used, errors } = await search;
  const errorTexts = Object.values(errors).flat();
  if (errorTexts.length > 0) page.response.status = 422;
  return { me: loaded.me.data, rows: loaded.rows.data, filters: filtersOf(used), errors: errorTexts };
}

/** @internal exported for the tests */
export async function findPrintedHistory(call: PageCall, filters: HistoryQuery): Promise<FoundHistory> {
  const rowCount = String(HISTORY_ROWS_MAX);
  const result = await findHistory(call, { ...filters, shown: rowCount });
  if (!result.answer.success) return result;
  const page = result.answer.data;
  while (page.next && page.items.length < PRINTED_ROWS_MAX) {
    const more = await call(listHistory, inputOf({ ...result.used, shown: rowCount, cursor: page.next }));
    if (!more.success) return { ...result, answer: more };
    page.items.push(...more.data.items);
    page.next = more.data.next;
  }
  return result;
}
