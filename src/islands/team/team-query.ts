import { type COLUMN_SORTS, TEAM_PAGE, TEAM_PAGE_MAX, TEAM_SORTS } from '#contracts/team.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';

export const FILTERS = [
  'search',
  'line',
  'active',
  'status',
  'real_estate',
  'registered_from',
  'registered_to',
] as const;

const WORDS = [...FILTERS, 'sort', 'cursor', 'shown'] as const;

/** No empty values; statuses are joined by commas. Rows start after `cursor`; `shown` is their number. */
export type TeamQuery = { [Word in (typeof WORDS)[number]]?: string };

export function readTeamQuery(params: URLSearchParams): TeamQuery {
  const pairs = WORDS.map((word) => {
    const values = params.getAll(word).map((value) => value.trim());
    return [word, values.filter(Boolean).join(',')] as const;
  });
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
}

export function without<Value extends object>(value: Value, ...words: string[]): Partial<Value> {
  return Object.fromEntries(Object.entries(value).filter(([word]) => !words.includes(word))) as Partial<Value>;
}

export function fromStart(query: TeamQuery): TeamQuery {
  return without(query, 'cursor', 'shown');
}

export type Sort = (typeof TEAM_SORTS | typeof COLUMN_SORTS)[number];

/** The first order is the default and not in the address. */
export function sortedBy(query: TeamQuery, sort: Sort): TeamQuery {
  return { ...without(fromStart(query), 'sort'), ...(sort !== TEAM_SORTS[0] && { sort }) };
}

export function rowLimit({ shown }: TeamQuery): number {
  const count = Number(shown);
  return Number.isInteger(count) ? Math.min(Math.max(count, TEAM_PAGE), TEAM_PAGE_MAX) : TEAM_PAGE;
}

/** Adds a page of rows, or after `TEAM_PAGE_MAX` rows shows only those after the cursor. */
export function moreAfter(query: TeamQuery, count: number, next: string): TeamQuery {
  if (count >= TEAM_PAGE_MAX) return { ...fromStart(query), cursor: next };
  return { ...query, shown: String(Math.min(count + TEAM_PAGE, TEAM_PAGE_MAX)) };
}

/** Equal queries have equal addresses. */
export function teamAddress(language: Language, query: TeamQuery): string {
  const pairs = WORDS.map((word) => [word, query[word]] as const);
  return path(language, 'team', Object.fromEntries(pairs));
}
