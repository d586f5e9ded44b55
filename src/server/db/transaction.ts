import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { isDatabaseDown } from './failures.ts';

type Query = (...words: unknown[]) => Promise<unknown>;

/** Drizzle 0.45.4's own transaction keeps its connection for ever when `begin` fails. */
export function transactionsOn(pool: pg.Pool): <T>(work: (tx: NodePgDatabase) => Promise<T>) => Promise<T> {
  return async (work) => {
    const client = await pool.connect();
    let isOver = false;
    let broken: Error | undefined;
    // Of what was asked side by side one has failed, and another would go on where somebody else's transaction may be.
    const query: Query = (...words) =>
      isOver
        ? Promise.reject(new Error('The transaction is over.'))
        : (client.query as unknown as Query).apply(client, words);
    const end = (word: 'commit' | 'rollback') => {
      isOver = true;
      return client.query(word);
    };
    try {
      await client.query('begin');
      const result = await work(drizzle({ client: { query } as unknown as pg.PoolClient }));
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

/** A part of a transaction that can fail without the rest. */
export async function inSavepoint<T>(tx: NodePgDatabase, work: (tx: NodePgDatabase) => Promise<T>): Promise<T> {
  await tx.execute(sql`savepoint part`);
  try {
    const result = await work(tx);
    await tx.execute(sql`release savepoint part`);
    return result;
  } catch (error) {
    await tx.execute(sql`rollback to savepoint part`);
    throw error;
  }
}

class TriedOut extends Error {}

/** What `work` would answer if it were done: it is, and all of it is taken back. */
export async function tryOut<T>(
  transaction: (work: (tx: NodePgDatabase) => Promise<void>) => Promise<void>,
  work: (tx: NodePgDatabase) => Promise<T>,
): Promise<T> {
  let answer: { is: T } | undefined;
  try {
    await transaction(async (tx) => {
      answer = { is: await work(tx) };
      throw new TriedOut();
    });
  } catch (error) {
    if (!(error instanceof TriedOut)) throw error;
  }
  return answer!.is;
}
