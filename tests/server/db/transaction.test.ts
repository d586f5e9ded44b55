import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, test } from 'vitest';
import { connect, type Db } from '#server/db/connect.ts';
import { transactionsOn } from '#server/db/transaction.ts';
import { afterwards } from '../../support/afterwards.ts';
import { freshDatabase } from '../../support/app/services.ts';
import { openLine } from '../../support/db/line.ts';

const databaseUrl = await freshDatabase();
const { db, transaction, close } = connect(databaseUrl, 2);
afterwards(close);
await db.execute(sql`create table notes (text text not null)`);

const write = (tx: Db, text: string) => tx.execute(sql`insert into notes values (${text})`);
const fail = (tx: Db) => tx.execute(sql`select 1 / 0`);

async function readNotes(): Promise<string[]> {
  const { rows } = await db.execute<{ text: string }>(sql`select text from notes order by text`);
  return rows.map(({ text }) => text);
}

test('what is asked side by side is answered in order, and all of it is kept', async () => {
  const texts = Array.from({ length: 50 }, (_, index) => `kept ${index}`);
  const counts = await transaction((tx) =>
    Promise.all(
      texts.flatMap((text) => [write(tx, text), tx.execute<{ n: number }>(sql`select count(*)::int as n from notes`)]),
    ),
  );
  expect(counts.flatMap(({ rows }) => rows.map(({ n }) => n))).toEqual(texts.map((_, index) => index + 1));
  expect(await readNotes()).toEqual(texts.toSorted());
});

test('one that fails takes all of its transaction along, whatever was asked beside it and after it', async () => {
  const before = await readNotes();
  const late: Promise<unknown>[] = [];
  const work = transaction((tx) => {
    const goesOn = async () => {
      await write(tx, 'lost, beside');
      // The transaction has ended, and another caller may use its connection.
      await expect.poll(() => isOver).toBe(true);
      late.push(write(tx, 'lost, after').then());
    };
    late.push(goesOn());
    return Promise.all([write(tx, 'lost, before'), fail(tx)]);
  });
  let isOver = false;
  await expect(work.finally(() => (isOver = true))).rejects.toThrow();
  await late[0];
  await expect(late[1]).rejects.toThrow(expect.objectContaining({ cause: new Error('The transaction is over.') }));
  await transaction((tx) => write(tx, 'the next'));
  expect(await readNotes()).toEqual([...before, 'the next'].toSorted());
});

test('one whose failure nobody has looked at is not taken for kept', async () => {
  const before = await readNotes();
  const work = transaction(async (tx) => {
    await write(tx, 'lost, though nobody saw it');
    await fail(tx).catch(() => {});
    return 'all well';
  });
  await expect(work).rejects.toThrow('ROLLBACK');
  expect(await readNotes()).toEqual(before);
});

test('a transaction that could not begin does not go on without itself', async () => {
  const before = await readNotes();
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, pipeline: true });
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...words: unknown[]) => unknown;
    Object.assign(client, {
      query: (...words: unknown[]) => query(...(words[0] === 'begin' ? ['begin oops'] : words)),
    });
  });
  const work = transactionsOn(pool)(async (tx) => {
    await tx.execute(sql`select 1`);
    await write(tx, 'outside of all transactions');
  });
  await expect(work).rejects.toThrow();
  expect(await readNotes()).toEqual(before);
  await pool.end();
});

test('a line that breaks in the middle leaves nothing, and the next transaction has another', async () => {
  const before = await readNotes();
  const line = await openLine(databaseUrl);
  const far = connect(line.databaseUrl, 1);
  const work = far.transaction(async (tx) => {
    await write(tx, 'on a broken line');
    await line.close();
    await write(tx, 'behind a broken line');
  });
  await expect(work).rejects.toThrow();
  await line.open();
  await far.transaction((tx) => write(tx, 'on a new line'));
  expect(await readNotes()).toEqual([...before, 'on a new line'].toSorted());
  await far.close();
});
