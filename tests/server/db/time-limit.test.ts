import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#server/db/connect.ts';
import { isDatabaseDown } from '#server/db/failures.ts';
import { freshDatabase } from '../../support/app/services.ts';

const databaseUrl = await freshDatabase();

test('who is not answered in time is told so, and the next one has another connection', async () => {
  const { pool, close } = connect(databaseUrl, 1, { statement: 2_000 });
  onTestFinished(close);
  const client = await pool.connect();
  // Without this limit PostgreSQL would wait forever.
  await client.query('set statement_timeout = 0');
  const after = client.query('select 1').then(() => client.query('select pg_sleep(60)'));
  const error = await after.catch((refused: unknown) => refused);
  expect(isDatabaseDown(error)).toBe(true);
  client.release(error as Error);
  expect((await pool.query('select 2 as number')).rows).toEqual([{ number: 2 }]);
});

test('a question is asked in each of the ways that pg knows, and told what is wrong with it', async () => {
  const { pool, close } = connect(databaseUrl, 1);
  onTestFinished(close);
  const client = await pool.connect();
  const told = await new Promise((tell) => {
    client.query('select $1::int as number', [3], (error, answer) => tell(error ?? answer.rows));
  });
  expect(told).toEqual([{ number: 3 }]);
  const without = await new Promise((tell) => {
    client.query('select 1 / 0', (error: Error & { code?: string }) => tell(error.code));
  });
  expect(without).toBe('22012');
  const named = { name: 'four', text: 'select $1::int as number', values: [4], rowMode: 'array' } as const;
  expect((await client.query({ ...named, values: [4] })).rows).toEqual([[4]]);
  expect((await client.query({ name: 'four', text: named.text }, [5])).rows).toEqual([{ number: 5 }]);
  await expect(client.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
  client.release();
});
