import type pg from 'pg';
import { nameKept, type Question } from './planned-once.ts';

type Query = (this: pg.ClientBase, ...words: unknown[]) => Promise<unknown>;
type Asked = { question: Question; values: unknown[]; resolve(answer: unknown): void; reject(error: unknown): void };

/**
 * A pool whose questions travel together: what a page's calls ask at one moment takes one connection, one write and one
 * read, instead of one of each for every question. They are answered in turn, and each stands or fails alone. Wants
 * connections with `pipeline`.
 */
export function askTogether(pool: pg.Pool): Pick<pg.Pool, 'query'> {
  const named = nameKept();
  let waiting: Asked[] = [];
  const ask = async () => {
    const together = waiting;
    waiting = [];
    const client = await pool.connect().catch((error: unknown) => {
      for (const { reject } of together) reject(error);
    });
    if (!client) return;
    const { stream } = (client as pg.PoolClient & { connection: pg.Connection }).connection;
    stream.cork();
    const answers = together.map(({ question, values, resolve, reject }) =>
      (client.query as Query).call(client, named(question), ...values).then(resolve, reject),
    );
    stream.uncork();
    await Promise.all(answers);
    client.release();
  };
  const query = (question: Question, ...values: unknown[]) =>
    new Promise((resolve, reject) => {
      // Runs when everything that can go on at this moment has.
      if (waiting.length === 0) process.nextTick(() => void ask());
      waiting.push({ question, values, resolve, reject });
    });
  return { query: query as pg.Pool['query'] };
}
