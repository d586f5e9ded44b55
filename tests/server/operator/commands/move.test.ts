import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { startEngine } from '#server/engine/index.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';
import { seedPhotos } from '#server/operator/seed/photos.ts';
import { createTestServices, emptyDatabase } from '../../../support/app/services.ts';
import { endApp, startApp } from '../../../support/processes/engine-apps.ts';
import { isLong } from '../../../support/everyday.ts';
import { fillLedger } from '../../ledger/busy-ledger.ts';
import { activity, ask, digests, FILLING, folder, freshName, operatorWith, schemaOf, untilTrue } from './keeping.ts';

vi.setConfig({ testTimeout: 120_000 });

const { services, databaseUrl } = await createTestServices();
await fillLedger(services);
await services.transaction((tx) => seedPhotos(tx, services));
await verifyLedger(services);
const here = await folder();
const backup = freshName(here);
await operatorWith({ DATABASE_URL: databaseUrl }).run('backup', backup, '--format', 'script');

/** A private server with all data. */
async function privateSite() {
  const DATA_DIR = join(here, `data-${freshName('').slice(1, 9)}`);
  mkdirSync(DATA_DIR, { mode: 0o755 });
  const site = { DATA_DIR, operator: operatorWith({ DATA_DIR }) };
  expect(await site.operator.run('restore', backup)).toMatchObject({ code: 0 });
  return site;
}

async function privateDigests(dataDir: string): Promise<Record<string, string>> {
  const engine = await startEngine({ dataDir });
  try {
    return await digests(engine.databaseUrl);
  } finally {
    await engine.stop();
  }
}

describe('move', () => {
  test('sends nothing to another server over an open network unencrypted', async () => {
    const [SESSION_SECRET, PIN_PEPPER, QPAYMENTS_SECRET] = [1, 2, 3].map(() => randomBytes(32).toString('base64'));
    const operator = operatorWith({
      ...{ DEMO: 'false', DATABASE_URL: databaseUrl, PUBLIC_ORIGIN: 'https://members.example.com' },
      ...{ SESSION_SECRET, PIN_PEPPER, QPAYMENTS_SECRET, QPAYMENTS_URL: 'https://node.example.com' },
      SMTP_URL: 'smtps://mail.example.com',
    } as Record<string, string>);
    expect(await operator.run('move', '--to', 'postgresql://x@db.example.com/x')).toEqual({
      code: 1,
      said: expect.stringMatching(/^Nothing was moved\. DATABASE_URL must end with \?sslmode=verify-full /),
    });
  });

  test('takes everything to another server and back, and closes the one it came from', async () => {
    const { DATA_DIR, operator } = await privateSite();
    const before = await privateDigests(DATA_DIR);
    const to = await emptyDatabase();
    const moved = await operator.run('move', '--to', to);
    expect(moved).toEqual({
      code: 0,
      said: expect.stringMatching(/6 members.*both ledgers intact under the same seal/),
    });
    expect(await digests(to)).toEqual(before);
    expect(await schemaOf(to)).toEqual(await schemaOf(databaseUrl));
    expect(await operator.run('members', 'list')).toEqual({
      code: 1,
      said: expect.stringMatching(/^This database was moved to /),
    });
    expect(await operator.run('backup', freshName(here))).toMatchObject({ code: 1 });
    expect(await operator.run('move', '--to', await emptyDatabase())).toEqual({
      code: 1,
      said: expect.stringMatching(/was moved to .* before/),
    });

    const outside = { DATABASE_URL: to };
    expect(await operatorWith(outside).run('ledger', 'verify')).toMatchObject({ code: 0 });
    expect(await operatorWith({ ...outside, DATA_DIR }).run('move', '--to', 'private')).toEqual({
      code: 1,
      said: expect.stringMatching(/This database was moved to .* Nothing was changed/),
    });
    const NEW_DIR = join(here, 'back');
    mkdirSync(NEW_DIR, { mode: 0o755 });
    expect(await operatorWith({ ...outside, DATA_DIR: NEW_DIR }).run('move', '--to', 'private')).toMatchObject({
      code: 0,
    });
    expect(await privateDigests(NEW_DIR)).toEqual(before);
    expect(await operatorWith(outside).run('ledger', 'verify')).toMatchObject({ code: 1 });

    expect(await operatorWith(outside).run('move', '--cancel')).toMatchObject({ code: 0 });
    expect(await operatorWith(outside).run('ledger', 'verify')).toMatchObject({ code: 0 });
    expect(await operatorWith(outside).run('move', '--cancel')).toMatchObject({ code: 1 });
  });

  /** States of one side, in order. */
  const moments: [what: string, side: 'to' | 'from', condition: string][] = [
    ...FILLING.map(([what, condition]) => [what, 'to', condition] as [string, 'to', string]),
    ['the copy is there', 'to', "to_regclass('atrium_move.mark') is not null"],
    ['the copy is verified', 'to', activity("application_name = 'atrium ledger verify'")],
    ['the old one is closed', 'from', "to_regclass('atrium_move.mark') is not null"],
  ];
  const random = seededRandom(81);

  test.runIf(isLong).each(moments)(
    'killed when %s it has lost nothing, and the next try ends it',
    async (_, side, condition) => {
      const sides = { from: await emptyDatabase(), to: await emptyDatabase() };
      const operator = operatorWith({ DATABASE_URL: sides.from });
      expect(await operator.run('restore', backup)).toMatchObject({ code: 0 });
      const before = await digests(sides.from);
      const command = await operator.begin('move', '--to', sides.to);
      await untilTrue(sides[side], condition, command);
      await delay(random() * 20);
      command.process.kill('SIGKILL');
      await command.ended;
      expect(await digests(sides.from)).toEqual(before);
      const last = await operator.run('move', '--to', sides.to);
      if (last.code !== 0) expect(last.said).toContain('was moved to');
      expect(await digests(sides.to)).toEqual(before);
      expect(await operatorWith({ DATABASE_URL: sides.to }).run('ledger', 'verify')).toMatchObject({ code: 0 });
      expect(await operator.run('ledger', 'verify')).toMatchObject({ code: 1 });
    },
  );

  test.runIf(isLong)(
    'killed between its two last steps it is finished by the next try, and by no other database',
    async () => {
      const from = await emptyDatabase();
      const to = await emptyDatabase();
      const operator = operatorWith({ DATABASE_URL: from });
      await operator.run('restore', backup);
      await operator.run('move', '--to', to);
      const [mark] = await ask<{ id: string; origin: string }>(from, 'select id, origin from atrium_move.mark');
      await ask(
        to,
        `create schema atrium_move; create table atrium_move.mark (single boolean primary key default true, id uuid, origin text, role text, place text, at timestamptz);
        insert into atrium_move.mark values (true, '${mark?.id}', '${mark?.origin}', 'arriving', 'there', now())`,
      );
      expect(await operatorWith({ DATABASE_URL: to }).run('members', 'list')).toEqual({
        code: 1,
        said: expect.stringContaining('unfinished copy'),
      });
      expect(await operatorWith({ DATABASE_URL: databaseUrl }).run('move', '--to', to)).toMatchObject({ code: 1 });
      expect(await operator.run('move', '--to', to)).toEqual({ code: 0, said: expect.stringContaining('is finished') });
      expect(await operatorWith({ DATABASE_URL: to }).run('members', 'list')).toMatchObject({ code: 0 });
    },
  );

  test.runIf(isLong)('a site that runs, on either side, is left alone', async () => {
    const { DATA_DIR, operator } = await privateSite();
    const app = await startApp(DATA_DIR);
    const to = await emptyDatabase();
    expect(await operator.run('move', '--to', to)).toEqual({
      code: 1,
      said: expect.stringMatching(/^Another Atrium \(process \d+\) is already using the folder/),
    });
    expect(await operator.run('backup', freshName(here))).toMatchObject({ code: 0 });
    expect(await operator.run('restore', backup)).toMatchObject({ code: 1 });
    await endApp(app, 'SIGTERM');
    const running = new pg.Client({ connectionString: to, application_name: 'atrium' });
    await running.connect();
    expect(await operator.run('move', '--to', to)).toEqual({
      code: 1,
      said: expect.stringContaining('is in use (atrium'),
    });
    await running.end();
    expect(await operator.run('move', '--to', to)).toMatchObject({ code: 0 });
  });

  test.each([
    [[], /^Say where to/],
    [['--to', 'db.example.org'], /is not an address like postgresql/],
    [['--to', 'private'], /DATABASE_URL is not set/],
    [['--to', 'postgresql://atrium@127.0.0.1:9/atrium'], /can’t be reached \(ECONNREFUSED\)/],
  ])('move %j is refused', async (words, sentence) => {
    const DATA_DIR = join(here, 'refused');
    mkdirSync(DATA_DIR, { mode: 0o755, recursive: true });
    expect(await operatorWith({ DATA_DIR }).run('move', ...words)).toEqual({
      code: 1,
      said: expect.stringMatching(sentence),
    });
  });

  test('what is there already is not written over, and a ledger that is not intact is not moved', async () => {
    const from = await emptyDatabase();
    const operator = operatorWith({ DATABASE_URL: from });
    await operator.run('restore', backup);
    // `databaseUrl` would not work: this process may be connected to it for some seconds after the backup.
    const there = await emptyDatabase();
    expect(await operatorWith({ DATABASE_URL: there }).run('restore', backup)).toMatchObject({ code: 0 });
    expect(await operator.run('move', '--to', there)).toMatchObject({
      said: expect.stringContaining('not empty'),
    });
    expect(await operator.run('move', '--to', from)).toMatchObject({ code: 1 });
    await ask(from, 'create table note as select 42 as answer');
    expect(await operator.run('move', '--to', await emptyDatabase())).toMatchObject({
      said: expect.stringContaining('The table public.note is none of Atrium’s'),
    });
    await ask(from, 'drop table note');
    await ask(
      from,
      'set session_replication_role = replica; update ledger_entries set amount = amount + 1 where number = 1',
    );
    const to = await emptyDatabase();
    expect(await operator.run('move', '--to', to)).toEqual({ code: 1, said: expect.stringContaining('is not intact') });
    expect(await ask(to, "select from pg_tables where schemaname = 'public'")).toEqual([]);
  });
});
