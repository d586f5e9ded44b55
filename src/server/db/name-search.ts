import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { searchWords } from '#domain/fold-name.ts';

/** Shorter words match nearly every name, so the index doesn’t help. */
const SELECTIVE_LENGTH = 3;

export type Words = readonly [string, ...string[]];

export function hasAllWords(searchText: SQLWrapper, words: Words): SQL {
  return sql.join(
    words.map((word) => sql`strpos(${searchText}, ${word}) > 0`),
    sql` and `,
  );
}

export function wordsOf(search: string | undefined): Words | undefined {
  const [first, ...rest] = searchWords(search ?? '');
  return first === undefined ? undefined : [first, ...rest];
}

/** Like `hasAllWords`, but uses the index `members_search`. Short words are skipped if there are longer ones. */
export function findsAllWords(searchText: SQLWrapper, words: Words): SQL {
  const selective = words.filter(({ length }) => length >= SELECTIVE_LENGTH);
  const indexed = selective.length > 0 ? selective : words;
  const query = sql.join(
    indexed.map((word) => sql`search_query(${word})`),
    sql` && `,
  );
  return sql`search_pieces(${searchText}) @@ (${query})`;
}
