import { createHash, randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { inject, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { applyMigrations } from '#server/db/migrate.ts';
import { readMigrations } from '#server/db/migrations.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { seedPhotos } from '#server/operator/seed/photos.ts';
import { isLong } from '../../../support/everyday.ts';
import { createTestServices, emptyDatabase, freshDatabase } from '../../../support/app/services.ts';
import { giveMoney, WALLET } from '../../../support/people/money.ts';
import { withdraw } from '../../../support/people/withdraw.ts';
import { fillLedger } from '../../ledger/busy-ledger.ts';
import { ask, digests, FILLING, folder, freshName, operatorWith, schemaOf, untilTrue } from './keeping.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { services, databaseUrl } = await createTestServices();
const here = await folder();
const site = operatorWith({ DATABASE_URL: databaseUrl });
const backup = freshName(here);

beforeAll(async () => {
  await fillLedger(services);
  await services.transaction((tx) => seedPhotos(tx, services));
  await verifyLedger(services);
  expect(await site.run('backup', backup, '--format', 'script')).toMatchObject({ code: 0 });
});

function altered(change: (bytes: Buffer) => Buffer): string {
  const name = freshName(here);
  writeFileSync(name, change(readFileSync(backup)));
  return name;
}

const leftovers = (parent = here) => readdirSync(parent).filter((name) => name.endsWith('.unfinished'));
const membersIn = (url: string) => ask(url, 'select username from members order by 1');
const tablesIn = (url: string) => ask(url, "select tablename from pg_tables where schemaname = 'public'");

describe('backup', () => {
  test('says how much it is and its checksum, and only its owner may read it', async () => {
    const name = freshName(here);
    const { said } = await site.run('backup', name, '--json');
    const { data } = JSON.parse(said) as { data: { bytes: number; sha256: string; counts: Record<string, number> } };
    expect(data).toMatchObject({ bytes: statSync(name).size, migration: readMigrations().at(-1)?.tag });
    const [{ entries } = { entries: 0 }] = await ask(
      databaseUrl,
      'select count(*)::integer as entries from ledger_entries',
    );
    expect(entries).toBeGreaterThan(30);
    expect(data.counts).toMatchObject({
      ...{ 'public.members': 6, 'public.ledger_entries': entries, 'public.member_photos': 10 },
    });
    expect(createHash('sha256').update(readFileSync(name)).digest('hex')).toBe(data.sha256);
    expect(statSync(name).mode & 0o777).toBe(0o600);
    expect(leftovers()).toEqual([]);
  });

  test('without its notes it is SQL that psql reads', () => {
    const script = execFileSync('sh', ['-c', 'gunzip -c < "$0" 2> /dev/null || true', backup], { encoding: 'utf8' });
    expect(script).toContain('COPY public.members (id, username,');
    expect(script).toContain("SELECT pg_catalog.setval('public.ledger_transfers_id_seq', 17, true);");
  });

  test.each([
    [[], /^Give the name of a file/],
    [[backup], /is there already, and a backup is never written over/],
    [[join(here, 'no', 'folder')], /^There is no folder/],
    [[join(here, 'x'), '--format', 'zip'], /no format “zip”/],
  ])('backup %j is refused', async (words, sentence) => {
    const before = readFileSync(backup);
    expect(await site.run('backup', ...words)).toEqual({ code: 1, said: expect.stringMatching(sentence) });
    expect(readFileSync(backup).equals(before)).toBe(true);
  });

  test('a database with nobody in it is not worth a file', async () => {
    const name = freshName(here);
    const nobody = operatorWith({ DATABASE_URL: await freshDatabase() });
    expect(await nobody.run('backup', name)).toEqual({ code: 1, said: expect.stringContaining('holds nobody') });
    const gone = operatorWith({ DATABASE_URL: `${databaseUrl}`.replace('/test_', '/gone_') });
    expect(await gone.run('backup', name)).toEqual({
      code: 1,
      said: expect.stringMatching(/does not exist.*Create it/),
    });
    expect(existsSync(name)).toBe(false);
  });

  test('a disk that gets full leaves neither a file nor a part of one', async () => {
    const name = freshName(here);
    const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, SESSION_SECRET: 'x'.repeat(32) };
    const limited = `ulimit -f 8; trap '' XFSZ; exec "$0" dist/app/operator.mjs backup "$1" --format script`;
    const failed = () => execFileSync('bash', ['-c', limited, process.execPath, name], { env, stdio: 'pipe' });
    expect(failed).toThrow(/There is no space for .* No backup was made/);
    expect([existsSync(name), leftovers()]).toEqual([false, []]);
  });

  test('in a folder it is named by its time, and the newest one there is verified without a trace but in the log', async () => {
    const place = join(here, 'hourly');
    mkdirSync(place);
    expect(await site.run('backup', 'verify', place)).toEqual({
      code: 1,
      said: expect.stringContaining('There is no backup in'),
    });
    writeFileSync(join(place, 'atrium-2020-01-01-0000.backup'), 'an old one');
    const before = await digests(databaseUrl);
    expect(await site.run('backup', place, '--by', 'timer')).toMatchObject({ code: 0 });
    const [, name = ''] = readdirSync(place).toSorted();
    expect(name).toMatch(/^atrium-\d{4}-\d\d-\d\d-\d{4}\.backup$/);
    expect(await site.run('backup', 'verify', place, '--by', 'timer')).toEqual({
      code: 0,
      said: expect.stringMatching(/atrium_drill_\w+ .*holds the backup of .* and its ledger is intact/),
    });
    expect(await digests(databaseUrl)).toEqual(before);
    const truncated = altered((bytes) => bytes.subarray(0, -1));
    expect(await site.run('backup', 'verify', truncated)).toMatchObject({ code: 1 });
    const logged = `select actor, action, subject, after->>'bytes' as bytes from audit_log order by number desc limit 2`;
    const entry = { actor: 'operator:timer', subject: `backup:${name}` };
    expect(await ask(databaseUrl, logged)).toEqual([
      { ...entry, action: 'backup verify', bytes: null },
      { ...entry, action: 'backup', bytes: String(statSync(join(place, name)).size) },
    ]);
    expect(await ask(databaseUrl, `select datname from pg_database where datname like 'atrium_drill_%'`)).toEqual([]);
  });

  test('taken while members withdraw it is one moment: the restored ledger is intact', async () => {
    const usernames = ['anna', 'ivan', 'priya', 'marie'];
    for (const username of usernames) await giveMoney(services, username, 900_000_000_000n);
    let isOver = false;
    let asked = 0;
    const going = usernames.map(async (username) => {
      while (!isOver) {
        await withdraw(services, WALLET, { username, micros: '10000000', uid: randomUUID() });
        asked += 1;
      }
    });
    const names = [freshName(here), freshName(here), freshName(here)];
    for (const name of names) {
      const before = asked;
      await expect.poll(() => asked).toBeGreaterThan(before + 5);
      expect(await site.run('backup', name)).toMatchObject({ code: 0 });
    }
    isOver = true;
    await Promise.all(going);
    const restored = await Promise.all(
      names.map(async (name) => {
        const url = await emptyDatabase();
        const { code, said } = await operatorWith({ DATABASE_URL: url }).run('restore', name);
        expect([code, said]).toEqual([0, expect.stringContaining('and its ledger is intact')]);
        return Number((await ask<{ count: string }>(url, 'select count(*) from withdrawals'))[0]?.count);
      }),
    );
    expect(restored).toEqual(restored.toSorted((a, b) => a - b));
    expect(new Set(restored).size).toBe(3);
    expect(restored.at(-1)).toBeLessThanOrEqual(asked + 5);
  });
});

describe('restore', () => {
  test('an empty database gets all of it back, photos and jobs included, and then lives on', async () => {
    const url = await emptyDatabase();
    const to = operatorWith({ DATABASE_URL: url });
    const taken = freshName(here);
    // Before: a backup holds the records of earlier ones, not its own.
    const expected = await digests(databaseUrl);
    await site.run('backup', taken, '--format', 'script');
    const { code, said } = await to.run('restore', taken, '--why', 'the disk died');
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/holds the backup of .*6 members.* and its ledger is intact/),
    ]);
    expect(await digests(url)).toEqual({ ...expected, 'public.ledger_seals': expect.any(String) });
    expect(await schemaOf(url)).toEqual(await schemaOf(databaseUrl));
    expect(await ask(url, 'select action, reason from audit_log order by number desc limit 1')).toEqual([
      { action: 'restore', reason: 'the disk died' },
    ]);
    const added = ['--username', 'nora', '--email', 'nora@demo.example', '--why', 'a first one'];
    expect(await to.run('members', 'add', ...added)).toMatchObject({ code: 0 });
    await expect(ask(url, 'delete from ledger_entries')).rejects.toThrow('append');
    await expect(ask(url, "insert into member_photos values ('x', 1, 0, '')")).rejects.toThrow('foreign key');
    expect(await to.run('restore', taken)).toEqual({
      code: 1,
      said: expect.stringMatching(/not empty: it has 6 members/),
    });
  });

  test('the owner of a database needs no more rights than that', async () => {
    const url = new URL(await emptyDatabase());
    const role = `owner_${randomUUID().slice(0, 8)}`;
    const database = url.pathname.slice(1);
    await ask(inject('serverUrl'), `create role ${role} login; alter database ${database} owner to ${role}`);
    url.username = role;
    expect(await operatorWith({ DATABASE_URL: url.href }).run('restore', backup)).toMatchObject({ code: 0 });
    const other = await operatorWith({ DATABASE_URL: url.href }).run('restore', backup, '--into-new', 'other');
    expect(other).toEqual({ code: 1, said: expect.stringContaining('may not make databases') });
  });

  test.runIf(isLong)('--into-new fills a database of its own beside a running site', async () => {
    const name = `drill_${randomUUID().slice(0, 8)}`;
    const before = await digests(databaseUrl);
    const drilled = await site.run('restore', backup, '--into-new', name);
    expect(drilled).toEqual({ code: 0, said: expect.stringContaining(`${name} `) });
    expect(await digests(databaseUrl)).toEqual(before);
    expect(await site.run('restore', backup, '--into-new', name)).toEqual({
      code: 1,
      said: expect.stringContaining('is not empty'),
    });
    expect(await site.run('restore', backup, '--into-new', 'a;b')).toEqual({
      code: 1,
      said: expect.stringContaining('can’t be a database’s name'),
    });
    await ask(databaseUrl, `drop database ${name}`);
  });

  test.each<[what: string, change: (bytes: Buffer) => Buffer, sentence: RegExp]>([
    ['half of it', (bytes) => bytes.subarray(0, bytes.length / 2), /its end is missing: it was cut off/],
    ['all but the last byte', (bytes) => bytes.subarray(0, -1), /its end is missing: it was cut off/],
    ['one bit wrong', (bytes) => bytes.with(200, bytes[200]! ^ 1) as Buffer, /damaged: its checksum/],
    [
      'a hole in the middle',
      (bytes) => Buffer.concat([bytes.subarray(0, 99), bytes.subarray(199)]),
      /damaged: .*length/,
    ],
    ['a byte too many', (bytes) => Buffer.concat([bytes, Buffer.from('x')]), /cut off|damaged/],
    ['nothing', () => Buffer.alloc(0), /is not a backup of Atrium/],
    ['something else', () => Buffer.from('holiday pictures\n'.repeat(9000)), /is not a backup of Atrium/],
    ['an end without a start', (bytes) => bytes.subarray(-900), /damaged|not a backup/],
  ])('a file with %s is refused before anything is touched', async (_, change, sentence) => {
    const url = await emptyDatabase();
    const refused = await operatorWith({ DATABASE_URL: url }).run('restore', altered(change));
    expect(refused).toEqual({ code: 1, said: expect.stringMatching(sentence) });
    expect(await tablesIn(url)).toEqual([]);
  });

  test('a file that is not there, and secrets that are not those of then, are told', async () => {
    const DATABASE_URL = await emptyDatabase();
    const to = operatorWith({ DATABASE_URL });
    expect(await to.run('restore', freshName(here))).toMatchObject({ said: expect.stringContaining('(ENOENT)') });
    const stranger = operatorWith({ DATABASE_URL, SESSION_SECRET: 'another secret that is long enough to be one' });
    expect(await stranger.run('restore', backup)).toEqual({
      code: 1,
      said: expect.stringMatching(/made with another PIN_PEPPER/),
    });
    expect(await tablesIn(DATABASE_URL)).toEqual([]);
  });

  test('somebody else’s database is left alone', async () => {
    const url = await emptyDatabase();
    await ask(url, 'create table note as select 42 as answer');
    expect(await operatorWith({ DATABASE_URL: url }).run('restore', backup)).toEqual({
      code: 1,
      said: expect.stringContaining('something else than Atrium (the table public.note)'),
    });
    expect(await ask(url, 'select * from note')).toEqual([{ answer: 42 }]);
  });

  test('a database that a site runs on is refused while it runs', async () => {
    const url = await freshDatabase();
    const running = new pg.Client({ connectionString: url, application_name: 'atrium events' });
    await running.connect();
    const to = operatorWith({ DATABASE_URL: url });
    expect(await to.run('restore', backup)).toEqual({
      code: 1,
      said: expect.stringMatching(/is in use \(atrium events from .*stop the site/),
    });
    await running.end();
    expect(await to.run('restore', backup)).toMatchObject({ code: 0 });
  });

  test('a backup of an older version is brought up to date', async () => {
    const [old, last] = readMigrations().slice(-2);
    const from = await emptyDatabase();
    const client = new pg.Client(from);
    await client.connect();
    await applyMigrations(client, from, readMigrations().slice(0, -1));
    await client.query(
      "insert into operator_log (operator, command, reason, details, at) values ('o', 'c', 'r', '{}', now())",
    );
    await client.end();
    const name = freshName(here);
    const made = await operatorWith({ DATABASE_URL: from }).run('backup', name, '--format', 'script');
    expect(made.said).toContain(`migration ${old?.tag}`);
    const to = await emptyDatabase();
    expect(await operatorWith({ DATABASE_URL: to }).run('restore', name)).toMatchObject({ code: 0 });
    expect(await ask(to, 'select max(created_at)::text as when from drizzle.__drizzle_migrations')).toEqual([
      { when: String(last?.madeAt) },
    ]);
    const newer = await freshDatabase();
    expect(await operatorWith({ DATABASE_URL: newer }).run('restore', name)).toEqual({
      code: 1,
      said: expect.stringMatching(/has newer tables .* give --into-new NAME/),
    });
  });

  test.runIf(isLong)('a backup of a newer version says what to install', async () => {
    const from = await freshDatabase();
    await ask(from, "insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)");
    await ask(
      from,
      "insert into operator_log (operator, command, reason, details, at) values ('o', 'c', 'r', '{}', now())",
    );
    const name = freshName(here);
    await operatorWith({ DATABASE_URL: from }).run('backup', name);
    const to = await emptyDatabase();
    expect(await operatorWith({ DATABASE_URL: to }).run('restore', name)).toEqual({
      code: 1,
      said: expect.stringMatching(/made by a newer Atrium .* Install that version/),
    });
    expect(await tablesIn(to)).toEqual([]);
  });

  test.runIf(isLong).each(FILLING)(
    'killed when %s it leaves nobody behind, and the next try succeeds',
    async (_, condition) => {
      const url = await emptyDatabase();
      const to = operatorWith({ DATABASE_URL: url });
      const command = await to.begin('restore', backup);
      await untilTrue(url, condition, command);
      command.process.kill('SIGKILL');
      await command.ended;
      const there = await membersIn(url).catch(() => []);
      expect([0, 6]).toContain(there.length);
      const again = await to.run('restore', backup);
      if (there.length === 6) expect(again.said).toContain('is not empty: it has 6 members');
      else expect(again).toEqual({ code: 0, said: expect.stringContaining('and its ledger is intact') });
      expect(await membersIn(url)).toEqual(await membersIn(databaseUrl));
    },
  );

  test('a ledger that was altered before is restored and told, and so is a table of somebody else', async () => {
    const alter = (by: string) =>
      ask(
        databaseUrl,
        `set session_replication_role = replica; update ledger_entries set amount = amount ${by} where number = 1`,
      );
    await alter('+ 1');
    await ask(databaseUrl, 'create table note as select 42 as answer');
    onTestFinished(async () => {
      await alter('- 1');
      await ask(databaseUrl, 'drop table note');
    });
    const name = freshName(here);
    await site.run('backup', name, '--format', 'script');
    const to = operatorWith({ DATABASE_URL: await emptyDatabase() });
    const { code, said } = await to.run('restore', name);
    expect([code, said]).toEqual([1, expect.stringMatching(/but for the tables public.note.*ledger is not intact/)]);
  });
});
