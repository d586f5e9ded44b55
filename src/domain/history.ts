import type { Language } from './languages.ts';
import { path } from './paths.ts';

export const HISTORY_KINDS = ['accrual', 'correction', 'deposit', 'purchase', 'refund', 'withdrawal'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** `earned`, `paid` (places and fees) and `result` (both) are the rows behind the member's result. */
export const HISTORY_FILTERS = [...HISTORY_KINDS, 'earned', 'paid', 'result'] as const;
export type HistoryFilter = (typeof HISTORY_FILTERS)[number];

/** Deposits and money that returns are not earned. */
export const EARNED_KINDS = ['accrual', 'correction'] as const satisfies readonly HistoryKind[];

export const EARNINGS_MONTHS = 12;

/** Allowed without a label of the batch; neutral words that promise nothing. */
export const ACCRUAL_REASONS = ['earnings', 'bonus', 'refund', 'adjustment'] as const;
export const REASON_PATTERN = /^[a-z][a-z0-9_]{0,31}$/;
export const REASON_LABEL_MAX = 40;
export const REASON_LABELS_MAX = 20;

/** The batch name is part of the keys of its transfers. */
export const BATCH_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
export const DOCUMENT_MAX = 128;

const WORDS = ['from', 'to', 'kind', 'cursor', 'shown'] as const;

export const HISTORY_FIRST_ROWS = 10;

export const HISTORY_ROWS_MAX = 100;

export const PRINTED_ROWS_MAX = 1_000;

/** `shown`: number of rows that were loaded before, to restore them. */
export type HistoryQuery = { [Word in (typeof WORDS)[number]]?: string };

export function readHistoryQuery(params: URLSearchParams): HistoryQuery {
  const pairs = WORDS.map((word) => [word, params.get(word)?.trim() ?? ''] as const);
  return Object.fromEntries(pairs.filter(([word, value]) => value !== '' && (word !== 'shown' || isCount(value))));
}

function isCount(text: string): boolean {
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= HISTORY_ROWS_MAX;
}

export function filtersOf({ from, to, kind }: HistoryQuery): HistoryQuery {
  return { ...(from && { from }), ...(to && { to }), ...(kind && { kind }) };
}

export function historyAddress(language: Language, query: HistoryQuery): string {
  return `${path(language, 'finance', query)}#history`;
}
