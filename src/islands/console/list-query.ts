import type { Contract } from '#contracts/contract.ts';

/** What the address of a list asks for, besides the columns that are shown. */
export type ListQuery = Record<string, string>;

const COLUMNS = 'columns';
const NOTHING: ListQuery = {};

/** Reads what a list's contract knows out of an address; anything else in it, and what is fixed, is left out. */
export function readQuery(search: URLSearchParams, { input }: Contract, fixed = NOTHING): ListQuery {
  const isKnown = (name: string) => Object.hasOwn(input.shape, name) && !Object.hasOwn(fixed, name);
  return Object.fromEntries([...search].filter(([name, value]) => isKnown(name) && value !== ''));
}

/** The address of the same list asked for something else; empty values go. */
export function withQuery(path: string, query: ListQuery, hidden: readonly string[]): string {
  const search = new URLSearchParams(withoutEmpty(query));
  if (hidden.length > 0) search.set(COLUMNS, `-${hidden.join(',')}`);
  return search.size > 0 ? `${path}?${search}` : path;
}

/** The columns that the address wants hidden: `columns=-fee,network`. */
export function readHidden(search: URLSearchParams): string[] {
  const wished = search.get(COLUMNS) ?? '';
  return wished.startsWith('-') ? wished.slice(1).split(',') : [];
}

export function withoutEmpty(query: ListQuery): ListQuery {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

/** What a press on the head of a column asks for: upwards first, then downwards. */
export function nextSort(sort: string | undefined, column: string): string {
  return sort === column ? `-${column}` : column;
}
