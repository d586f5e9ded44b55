import type { Db } from './connect.ts';

/** Each connection plans the query once, so it must not need different plans for different members. */
export function prepared<Question>(write: (db: Db) => Question): (db: Db) => Question {
  const written = new WeakMap<Db, Question>();
  return (db) => {
    const question = written.get(db) ?? write(db);
    written.set(db, question);
    return question;
  };
}
