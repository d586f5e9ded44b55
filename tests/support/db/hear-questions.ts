import pg from 'pg';
import { afterwards } from '../afterwards.ts';

/** As sent to PostgreSQL. A `name` is that of a prepared statement, whose plan may be cached. */
export type Question = { text?: string; name?: string };

/** Observes every query of this process to a database until the file ends. */
export function hearQuestions(databaseUrl: string, hear: (question: Question) => void): void {
  const database = new URL(databaseUrl).pathname.slice(1);
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function tell(this: pg.Client, ...words: Parameters<typeof query>) {
    const [first] = words as unknown as [string | Question];
    if (this.database === database) hear(typeof first === 'string' ? { text: first } : first);
    return query.apply(this, words);
  } as typeof query;
  afterwards(() => {
    pg.Client.prototype.query = query;
  });
}
