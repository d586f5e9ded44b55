import type { Language } from './languages.ts';
import { path } from './paths.ts';

const WORDS = ['from', 'to', 'kind', 'cursor'] as const;

/** What the address asks of the history. */
export type HistoryQuery = { [Word in (typeof WORDS)[number]]?: string };

export function readHistoryQuery(params: URLSearchParams): HistoryQuery {
  const asked = WORDS.map((word) => [word, params.get(word)?.trim() ?? ''] as const);
  return Object.fromEntries(asked.filter(([, value]) => value !== ''));
}

/** The address of the history, at the history. */
export function historyAddress(language: Language, query: HistoryQuery): string {
  return `${path(language, 'finance', query)}#history`;
}
