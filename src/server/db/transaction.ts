import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Db } from './connect.ts';
import { isDatabaseDown } from './failures.ts';
import { nameKept, type Question } from './planned-once.ts';

type Ask = (question: Question | string, ...values: unknown[]) => Promise<unknown>;

/**
 * Transactions on connections with `pipeline`: what is asked at one moment goes out in one write, and `begin` with the
 * first of it. Writing to PostgreSQL was two fifths of what a withdrawal took of this process. (Drizzle 0.45.4's own
 * transaction also keeps its connection for ever when `begin` fails.)
 */
export function transactionsOn(pool: pg.Pool): <T>(work: (tx: Db) => Promise<T>) => Promise<T> {
  const named = nameKept();
  return async (work) => {
    const client = await pool.connect();
    const { db, end } = begin(inOneWrite(client), named);
    let broken: Error | undefined;
    try {
      const result = await work(db);
      const { command } = await end('commit');
      // So PostgreSQL answers when a question in it has failed and `work` went on as if nothing had been.
      if (command !== 'COMMIT') throw new Error(`Instead of the commit PostgreSQL answered ${command}.`);
      return result;
    } catch (error) {
      // A database that does not answer would be waited for twice; an ended connection rolls back by itself.
      if (isDatabaseDown(error)) broken = error as Error;
      else await end('rollback').catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      client.release(broken);
    }
  };
}

type Transaction = { db: Db; end(word: 'commit' | 'rollback'): Promise<pg.QueryResult> };

function begin(ask: Ask, named: ReturnType<typeof nameKept>): Transaction {
  let isOver = false;
  const begun = ask('begin');
  // Whoever asks something learns of it, and nothing goes on without a transaction around it.
  begun.catch(() => {});
  const inside: Ask = (...words) => Promise.all([begun, ask(...words)]).then(([, answer]) => answer);
  const query = (question: Question, ...values: unknown[]) =>
    // Of what was asked side by side one has failed, and another would go on where somebody else's transaction may be.
    isOver ? Promise.reject(new Error('The transaction is over.')) : inside(named(question), ...values);
  return {
    db: drizzle({ client: { query } as unknown as pg.PoolClient }),
    end(word) {
      isOver = true;
      return inside(word) as Promise<pg.QueryResult>;
    },
  };
}

/** Holds what is asked until everything that can go on at this moment has. */
function inOneWrite(client: pg.PoolClient): Ask {
  const { stream } = (client as pg.PoolClient & { connection: pg.Connection }).connection;
  let isHeld = false;
  return (...words) => {
    if (!isHeld) {
      isHeld = true;
      stream.cork();
      process.nextTick(() => {
        isHeld = false;
        stream.uncork();
      });
    }
    return (client.query as unknown as Ask).call(client, ...words);
  };
}
