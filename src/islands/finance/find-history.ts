import type { Call, PageCall, Result } from '#contracts/call.ts';
import type { InputOf, OutputOf } from '#contracts/contract.ts';
import { listHistory } from '#contracts/finance.ts';
import { HISTORY_FIRST_ROWS, type HistoryQuery } from '#domain/history.ts';

export type HistoryPage = OutputOf<typeof listHistory>;

export type FoundHistory = {
  answer: Result<HistoryPage>;
  /** The valid part of the query. */
  used: HistoryQuery;
  errors: Record<string, string[]>;
};

export function inputOf({ shown, ...query }: HistoryQuery): InputOf<typeof listHistory> {
  const limit = shown ?? (query.cursor ? undefined : String(HISTORY_FIRST_ROWS));
  return { ...query, ...(limit && { limit }) } as InputOf<typeof listHistory>;
}

/** On `invalid`, drops the invalid filters, cursor and page size and asks once more. */
export async function findHistory(call: PageCall, query: HistoryQuery): Promise<FoundHistory>;
export async function findHistory(call: Call, query: HistoryQuery): Promise<FoundHistory | undefined>;
export async function findHistory(call: Call, query: HistoryQuery): Promise<FoundHistory | undefined> {
  const answer = await call(listHistory, inputOf(query));
  if (!answer) return undefined;
  if (answer.success || answer.error.code !== 'invalid') return { answer, used: query, errors: {} };
  const { cursor: _, limit: __, ...errors } = answer.error.fields ?? {};
  const invalidNames = [...Object.keys(errors), 'cursor', 'shown'];
  const used = Object.fromEntries(Object.entries(query).filter(([name]) => !invalidNames.includes(name)));
  const retry = await call(listHistory, inputOf(used));
  return retry && { answer: retry, used, errors };
}
