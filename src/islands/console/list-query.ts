import type { Contract } from '#contracts/contract.ts';

export type ListQuery = Record<string, string>;

const COLUMNS = 'columns';
const NOTHING: ListQuery = {};

export function readQuery(search: URLSearchParams, { input }: Contract, fixed = NOTHING): ListQuery {
  const isKnown = (name: string) => Object.hasOwn(input.shape, name) && !Object.hasOwn(fixed, name);
  return Object.fromEntries([...search].filter(([name, value]) => isKnown(name) && value !== ''));
}

export function withQuery(path: string, query: ListQuery, hidden: readonly string[]): string {
  const search = new URLSearchParams(withoutEmpty(query));
  if (hidden.length > 0) search.set(COLUMNS, `-${hidden.join(',')}`);
  return search.size > 0 ? `${path}?${search}` : path;
}

/** `columns=-fee,network` hides these two columns. */
export function readHidden(search: URLSearchParams): string[] {
  const columnsParam = search.get(COLUMNS) ?? '';
  return columnsParam.startsWith('-') ? columnsParam.slice(1).split(',') : [];
}

export function withoutEmpty(query: ListQuery): ListQuery {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

/** `-column` sorts descending. */
export function nextSort(sort: string | undefined, column: string): string {
  return sort === column ? `-${column}` : column;
}
