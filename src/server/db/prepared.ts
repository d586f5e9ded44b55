import type { Db } from './connect.ts';

/**
 * A question that comes with every page: put into words once for each database, parsed and planned once by each
 * connection. For looks at an index; what costs differently for different people is planned for each of them.
 */
export function prepared<Question>(write: (db: Db) => Question): (db: Db) => Question {
  const written = new WeakMap<Db, Question>();
  return (db) => {
    const question = written.get(db) ?? write(db);
    written.set(db, question);
    return question;
  };
}
