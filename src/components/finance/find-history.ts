import type { PageCall, Result } from '#contracts/call.ts';
import type { InputOf, OutputOf } from '#contracts/contract.ts';
import { listHistory } from '#contracts/finance.ts';
import type { HistoryQuery } from '#domain/history-query.ts';

export type HistoryPage = OutputOf<typeof listHistory>;

export type FoundHistory = {
  answer: Result<HistoryPage>;
  /** What the rows were found by. */
  used: HistoryQuery;
  /** What could not be used, in sentences. */
  errors: Record<string, string[]>;
};

/** The rows an address asks for. What can't be filters nothing, and a broken cursor leads to the first page. */
export async function findHistory(call: PageCall, query: HistoryQuery): Promise<FoundHistory> {
  const ask = (asked: HistoryQuery) => call(listHistory, asked as InputOf<typeof listHistory>);
  const answer = await ask(query);
  if (answer.success || answer.error.code !== 'invalid') return { answer, used: query, errors: {} };
  const { cursor: _, ...errors } = answer.error.fields ?? {};
  const wrong = [...Object.keys(errors), 'cursor'];
  const used = Object.fromEntries(Object.entries(query).filter(([word]) => !wrong.includes(word)));
  return { answer: await ask(used), used, errors };
}
