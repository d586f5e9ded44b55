import pg from 'pg';

type Asked = string | (pg.QueryConfig & { callback?: never });
type Told = (error: unknown, result?: pg.QueryResult) => void;
type Send = (this: pg.ClientBase, question: pg.Query) => void;

/**
 * How a connection is asked: as `query` of pg with a text or a configuration (cursors and their like are refused), but
 * for pg 8.23.1's own promise and limit in time. For these it assigns a function literal to a property of each question,
 * which V8 lays among its old objects at once (`CheckAssigningFunctionLiteralToProperty` in its parser): from there it
 * kept question, rows and whoever had waited for them, until everything was collected (decision 0044).
 */
export function askAndForget(client: pg.ClientBase, limitMs: number): pg.ClientBase['query'] {
  const { stream } = (client as pg.ClientBase & { connection: pg.Connection }).connection;

  const ask = (asked: Asked, values: unknown[] | undefined) =>
    new Promise<pg.QueryResult>((resolve, reject) => {
      // What is on its way can't be taken back, and whoever comes next on this connection would wait for it too. All who
      // wait on it are told why it ended, and the pool opens another.
      const timer = setTimeout(() => stream.destroy(new Error('Query read timeout')), limitMs);
      const callback: Told = (error, result) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve(result as pg.QueryResult);
      };
      const question =
        typeof asked === 'string' ? { text: asked, values } : { ...asked, values: values ?? asked.values };
      const send = pg.Client.prototype.query as unknown as Send;
      send.call(client, new pg.Query({ ...question, callback } as pg.QueryConfig));
    });

  const query = (asked: Asked, values?: unknown[] | Told, told?: Told) => {
    if (typeof values === 'function') return query(asked, undefined, values);
    const answer = ask(asked, values);
    if (!told) return answer;
    answer.then((result) => told(null, result), told);
    return undefined;
  };
  return query as pg.ClientBase['query'];
}
