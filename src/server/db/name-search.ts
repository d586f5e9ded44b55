import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { searchWords } from '#domain/fold-name.ts';

/** Shorter words are in nearly every name, and their pieces begin with many others. */
const SELECTIVE_LENGTH = 3;

/** Of a search, folded. */
export type Words = readonly [string, ...string[]];

/** Whether a folded name has all words of `searchWords`, in any order. */
export function hasAllWords(searchText: SQLWrapper, words: Words): SQL {
  return sql.join(
    words.map((word) => sql`strpos(${searchText}, ${word}) > 0`),
    sql` and `,
  );
}

/** Undefined when nothing is searched for. */
export function wordsOf(search: string | undefined): Words | undefined {
  const [first, ...others] = searchWords(search ?? '');
  return first === undefined ? undefined : [first, ...others];
}

/** The same with the index `members_search`, which finds names by their pieces. Short words need no index beside long ones. */
export function findsAllWords(searchText: SQLWrapper, words: Words): SQL {
  const selective = words.filter(({ length }) => length >= SELECTIVE_LENGTH);
  const indexed = selective.length > 0 ? selective : words;
  const query = sql.join(
    indexed.map((word) => sql`search_query(${word})`),
    sql` && `,
  );
  return sql`search_pieces(${searchText}) @@ (${query})`;
}
