/** What the address of a list asks for, besides the columns that are shown. */
export type ListQuery = Record<string, string>;

const COLUMNS = 'columns';

/** Reads what a list's contract knows out of an address; anything else in it is left out. */
export function readQuery(search: URLSearchParams, names: readonly string[]): ListQuery {
  const known = [...search].filter(([name, value]) => names.includes(name) && value !== '');
  return Object.fromEntries(known);
}

/** The address of the same list asked for something else; empty values go. */
export function withQuery(path: string, query: ListQuery, hidden: readonly string[]): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const search = new URLSearchParams([...given, ...(hidden.length > 0 ? [[COLUMNS, `-${hidden.join(',')}`]] : [])]);
  return search.size > 0 ? `${path}?${search}` : path;
}

/** The columns that the address hides: `columns=-fee,network`. */
export function readHidden(search: URLSearchParams, ids: readonly string[]): string[] {
  const wished = search.get(COLUMNS) ?? '';
  return wished.startsWith('-') ? ids.filter((id) => wished.slice(1).split(',').includes(id)) : [];
}

/** What a press on the head of a column asks for: upwards first, then downwards. */
export function nextSort(sort: string | undefined, column: string): string {
  return sort === column ? `-${column}` : column;
}
