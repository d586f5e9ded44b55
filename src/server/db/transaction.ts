import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { isDatabaseDown } from './failures.ts';

type Query = (...words: unknown[]) => Promise<unknown>;

/** Drizzle 0.45.4’s own transaction leaks its connection if `begin` fails. */
export function transactionsOn(pool: pg.Pool): <T>(work: (tx: NodePgDatabase) => Promise<T>) => Promise<T> {
  return async (work) => {
    const client = await pool.connect();
    let isOver = false;
    let broken: Error | undefined;
    // If one of several parallel queries fails, the others could run in another transaction on this connection.
    const query: Query = (...args) =>
      isOver
        ? Promise.reject(new Error('The transaction is over.'))
        : (client.query as unknown as Query).apply(client, args);
    const end = (word: 'commit' | 'rollback') => {
      isOver = true;
      return client.query(word);
    };
    try {
      await client.query('begin');
      const result = await work(drizzle({ client: { query } as unknown as pg.PoolClient }));
      const { command } = await end('commit');
      // PostgreSQL answers ROLLBACK if a query failed and `work` ignored it.
      if (command !== 'COMMIT') throw new Error(`Instead of the commit PostgreSQL answered ${command}.`);
      return result;
    } catch (error) {
      // A dead database would make us wait twice; closing the connection rolls back anyway.
      if (isDatabaseDown(error)) broken = error as Error;
      else await end('rollback').catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      client.release(broken);
    }
  };
}

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

/** Runs `work`, rolls it back and returns its result. */
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
