import type { Db } from './connect.ts';

/** Each connection plans the query once, so it must not need different plans for different members. */
export function prepared<Query>(write: (db: Db) => Query): (db: Db) => Query {
  const queries = new WeakMap<Db, Query>();
  return (db) => {
    const query = queries.get(db) ?? write(db);
    queries.set(db, query);
    return query;
  };
}
