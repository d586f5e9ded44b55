import type pg from 'pg';
import { onceAllIsRead } from '#server/turns.ts';
import { isDatabaseDown } from './failures.ts';
import { nameKept, type Question } from './planned-once.ts';

type Query = (this: pg.ClientBase, ...words: unknown[]) => Promise<unknown>;
type Asked = { question: Question; values: unknown[]; resolve(answer: unknown): void; reject(error: unknown): void };

/** So many take one connection; more would wait for each other while other connections have nothing to do. */
const MOST_TOGETHER = 100;

/**
 * A pool whose questions travel together: what is asked at one moment, as by a page's calls, takes one connection, one
 * write and one read, instead of one of each for every question. They are answered in turn, and each stands or fails
 * alone. Wants connections with `pipeline`.
 *
 * When all of a moment's questions are such whose plan is kept, which cost everybody alike and next to nothing, they go
 * with those of all visitors whom this turn of the event loop serves, before it draws a page. Any other may be slow, and
 * holds up nobody's but its own page's.
 */
export function askTogether(pool: pg.Pool): Pick<pg.Pool, 'query'> {
  const named = nameKept();
  const ofThisTurn = gather(onceAllIsRead, (all) => {
    for (let from = 0; from < all.length; from += MOST_TOGETHER) void send(pool, all.slice(from, from + MOST_TOGETHER));
  });
  const ofThisMoment = gather(process.nextTick, (all) => {
    if (all.every(({ question }) => question.name)) ofThisTurn(all);
    else void send(pool, all);
  });
  const query = (question: Question, ...values: unknown[]) =>
    new Promise((resolve, reject) => ofThisMoment([{ question: named(question), values, resolve, reject }]));
  return { query: query as pg.Pool['query'] };
}

function gather(untilThen: (run: () => void) => void, go: (all: Asked[]) => void): (more: Asked[]) => void {
  let waiting: Asked[] = [];
  return (more) => {
    if (waiting.length === 0)
      untilThen(() => {
        const all = waiting;
        waiting = [];
        go(all);
      });
    waiting.push(...more);
  };
}

async function send(pool: pg.Pool, together: Asked[]): Promise<void> {
  const client = await pool.connect().catch((error: unknown) => {
    for (const { reject } of together) reject(error);
  });
  if (!client) return;
  const { stream } = (client as pg.PoolClient & { connection: pg.Connection }).connection;
  stream.cork();
  let broken: Error | undefined;
  const answers = together.map(({ question, values, resolve, reject }) =>
    (client.query as Query).call(client, question, ...values).then(resolve, (error: Error) => {
      // It may be about to end, and whoever comes next would be given it.
      if (isDatabaseDown(error)) broken = error;
      reject(error);
    }),
  );
  stream.uncork();
  await Promise.all(answers);
  client.release(broken);
}
