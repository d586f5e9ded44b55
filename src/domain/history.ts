import type { Language } from './languages.ts';
import { path } from './paths.ts';

/** What moves a member's balance, as the history names it. */
export const HISTORY_KINDS = ['accrual', 'correction', 'deposit', 'purchase', 'withdrawal'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** What an accrual may be called without a batch naming it: words that promise and explain nothing. */
export const ACCRUAL_REASONS = ['earnings', 'bonus', 'refund', 'adjustment'] as const;
export const REASON_PATTERN = /^[a-z][a-z0-9_]{0,31}$/;
/** Of a reason that the operator's batch names itself, in characters. */
export const REASON_LABEL_MAX = 40;
export const REASON_LABELS_MAX = 20;

/** What an import of earnings may be called: its name is part of the keys of its transfers. */
export const BATCH_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
export const DOCUMENT_MAX = 128;

const WORDS = ['from', 'to', 'kind', 'cursor', 'shown'] as const;

/** Rows before anybody asks for more: a phone's screen or two. */
export const HISTORY_FIRST_ROWS = 10;

/** Rows that one answer holds at most. */
export const HISTORY_ROWS_MAX = 100;

/** Rows of a sheet at most; the CSV file has them all. */
export const PRINTED_ROWS_MAX = 1_000;

/** What the address asks of the history. `shown`: as many as a reader had before them, so that they find them again. */
export type HistoryQuery = { [Word in (typeof WORDS)[number]]?: string };

export function readHistoryQuery(params: URLSearchParams): HistoryQuery {
  const asked = WORDS.map((word) => [word, params.get(word)?.trim() ?? ''] as const);
  return Object.fromEntries(asked.filter(([word, value]) => value !== '' && (word !== 'shown' || isCount(value))));
}

function isCount(text: string): boolean {
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= HISTORY_ROWS_MAX;
}

/** What of it only says which rows there are, without where among them the reader is. */
export function filtersOf({ from, to, kind }: HistoryQuery): HistoryQuery {
  return { ...(from && { from }), ...(to && { to }), ...(kind && { kind }) };
}

/** The address of the history, at the history. */
export function historyAddress(language: Language, query: HistoryQuery): string {
  return `${path(language, 'finance', query)}#history`;
}
