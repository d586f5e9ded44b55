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

const WORDS = [...FILTERS, 'sort', 'cursor'] as const;

/** What the address asks of the list. Empty words are not there; several statuses have commas between them. */
export type TeamQuery = { [Word in (typeof WORDS)[number]]?: string };

export function readTeamQuery(params: URLSearchParams): TeamQuery {
  const asked = WORDS.map((word) => {
    const values = params.getAll(word).map((value) => value.trim());
    return [word, values.filter(Boolean).join(',')] as const;
  });
  return Object.fromEntries(asked.filter(([, value]) => value !== ''));
}

export function without<Value extends object>(value: Value, ...words: string[]): Partial<Value> {
  return Object.fromEntries(Object.entries(value).filter(([word]) => !words.includes(word))) as Partial<Value>;
}

/** The address of the list, at the list. */
export function teamAddress(language: Language, query: TeamQuery): string {
  return `${path(language, 'team', query)}#members`;
}
