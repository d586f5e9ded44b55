import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { seedPhotos } from '#server/operator/seed/photos.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { connectionOf } from '#server/backup/pg-tools.ts';
import { afterwards } from '../../../support/afterwards.ts';
import { isLong } from '../../../support/everyday.ts';
import { freePort } from '../../../support/free-port.ts';
import { createTestServices, emptyDatabase } from '../../../support/app/services.ts';
import { fillLedger } from '../../ledger/busy-ledger.ts';
import { activity, ask, digests, FILLING, folder, freshName, operatorWith, schemaOf, untilTrue } from './keeping.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { services, databaseUrl } = await createTestServices();
await fillLedger(services);
await services.transaction((tx) => seedPhotos(tx, services));
await verifyLedger(services);
const here = await folder();

/** A fake pg_dump that reports a version and then runs `script`. A shell would split its path. */
function pretend(version: number, script = 'exit 1'): string {
  const program = join(here, 'a b;exit 9 #', randomUUID());
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(
    program,
    `#!/bin/sh\n[ "$1" = --version ] && echo "pg_dump (PostgreSQL) ${version}.1" && exit\n${script}\n`,
  );
  chmodSync(program, 0o755);
  return program;
}

test('PostgreSQL’s programs trust whom the app trusts, and the password is in no command line', () => {
  const elsewhere = 'postgresql://atrium:secret@db.example/atrium?sslmode=verify-full';
  expect(connectionOf(`${elsewhere}&application_name=x`)).toEqual({
    address: 'postgresql://atrium@db.example/atrium?sslmode=verify-full',
    env: { PGPASSWORD: 'secret', PGSSLROOTCERT: 'system' },
  });
  const authority = freshName(here);
  writeFileSync(authority, '');
  expect(connectionOf(`${elsewhere}&sslrootcert=${authority}`).env).toEqual({ PGPASSWORD: 'secret' });
  expect(connectionOf('postgresql://atrium@localhost/atrium').env).toEqual({});
});

describe('pg_dump', () => {
  test.each([
    ['missing', () => join(here, 'nowhere'), /nowhere is missing; install PostgreSQL’s client programs of version 18/],
    ['older than the server', () => pretend(15), /is version 15, too old for PostgreSQL 18; install/],
  ])('that is %s is told when it was asked for; otherwise the backup is SQL', async (_, program, sentence) => {
    const name = freshName(here);
    const operator = operatorWith({ DATABASE_URL: databaseUrl, PG_DUMP: program() });
    expect(await operator.run('backup', name, '--format', 'custom')).toEqual({
      code: 1,
      said: expect.stringMatching(sentence),
    });
    expect(existsSync(name)).toBe(false);
    expect(await operator.run('backup', name)).toEqual({ code: 0, said: expect.stringContaining('of gzipped SQL') });
  });

  test('that gives up leaves no file, and is never told the password where others can read it', async () => {
    const seen = freshName(here);
    const PG_DUMP = pretend(18, `echo "$@" > ${seen}; echo "pg_dump: error: it hurts" >&2; exit 1`);
    const url = new URL(databaseUrl);
    url.password = 'secret-of-the-database';
    const name = freshName(here);
    const operator = operatorWith({ DATABASE_URL: url.href, PG_DUMP });
    expect(await operator.run('backup', name)).toEqual({
      code: 1,
      said: 'pg_dump gave up: pg_dump: error: it hurts\n',
    });
    expect([existsSync(name), readdirSync(here).filter((file) => file.endsWith('.unfinished'))]).toEqual([false, []]);
    expect(readFileSync(seen, 'utf8')).toContain('--format=custom');
    expect(readFileSync(seen, 'utf8')).not.toContain(url.password);
  });
});

/** A PostgreSQL of the system with all of its programs; undefined if there is none. */
const bin = findSystemPostgres();

function findSystemPostgres(): string | undefined {
  const root = '/usr/lib/postgresql';
  const all = existsSync(root) ? readdirSync(root).map((version) => join(root, version, 'bin')) : [];
  return all.find((folderOfPrograms) =>
    ['initdb', 'pg_ctl', 'pg_dump'].every((name) => existsSync(join(folderOfPrograms, name))),
  );
}

describe.runIf(isLong && bin)('on a server whose own pg_dump is installed', () => {
  const programs = { PG_DUMP: join(bin ?? '', 'pg_dump'), PG_RESTORE: join(bin ?? '', 'pg_restore') };
  const cluster = join(here, 'system');
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : { uid: undefined };
  let server = '';
  const run = (name: string, ...args: string[]) => {
    const { status } = spawnSync(join(bin ?? '', name), args, { ...account, cwd: '/', stdio: 'ignore' });
    if (status !== 0) throw new Error(`${name} ended with ${status}`);
  };
  const newDatabase = async () => {
    const name = `db_${randomUUID().slice(0, 8)}`;
    await ask(`${server}/postgres`, `create database ${name}`);
    return `${server}/${name}`;
  };

  beforeAll(async () => {
    mkdirSync(cluster);
    if (account.uid) spawnSync('chown', [`${account.uid}`, cluster]);
    const port = await freePort();
    server = `postgresql://atrium@127.0.0.1:${port}`;
    run('initdb', '-D', cluster, '-U', 'atrium', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync');
    run('pg_ctl', '-D', cluster, '-w', '-l', join(cluster, 'log'), '-o', `-p ${port} -k ${cluster} -F`, 'start');
  });
  afterwards(() => run('pg_ctl', '-D', cluster, '-m', 'immediate', 'stop'));

  test('what was moved there is backed up in its format, restored, and readable by pg_restore alone', async () => {
    const from = await emptyDatabase();
    const first = freshName(here);
    await operatorWith({ DATABASE_URL: databaseUrl }).run('backup', first, '--format', 'script');
    await operatorWith({ DATABASE_URL: from }).run('restore', first);
    const site = await newDatabase();
    expect(await operatorWith({ DATABASE_URL: from }).run('move', '--to', site)).toMatchObject({ code: 0 });
    const before = await digests(site);
    expect(before).toEqual(await digests(from));

    const name = freshName(here);
    const operator = operatorWith({ DATABASE_URL: site, ...programs });
    expect(await operator.run('backup', name)).toEqual({ code: 0, said: expect.stringContaining('custom format') });
    const to = await newDatabase();
    const restoring = operatorWith({ DATABASE_URL: to, ...programs });
    expect(await restoring.run('restore', name)).toEqual({
      code: 0,
      said: expect.stringContaining('its ledger is intact'),
    });
    expect(await digests(to)).toEqual(before);
    expect(await schemaOf(to)).toEqual(await schemaOf(site));

    const byHand = await newDatabase();
    spawnSync(programs.PG_RESTORE, ['--dbname', byHand, '--single-transaction', name]);
    expect(await digests(byHand)).toEqual(before);
    expect(await operatorWith({ DATABASE_URL: byHand, ...programs }).run('restore', name)).toMatchObject({ code: 1 });
    const missing = operatorWith({ DATABASE_URL: await newDatabase(), PG_RESTORE: join(here, 'nowhere') });
    expect(await missing.run('restore', name)).toEqual({
      code: 1,
      said: expect.stringMatching(/nowhere is missing; install/),
    });
  });

  const busy = activity("application_name like 'atrium%'");
  const idle = `not ${busy}`;

  test.each([['it begins', busy], ...FILLING.slice(2)])(
    'a restore that is killed when %s leaves all of it or nothing',
    async (_, condition) => {
      const name = freshName(here);
      const site = await newDatabase();
      const first = freshName(here);
      await operatorWith({ DATABASE_URL: databaseUrl }).run('backup', first, '--format', 'script');
      await operatorWith({ DATABASE_URL: site }).run('restore', first);
      await operatorWith({ DATABASE_URL: site, ...programs }).run('backup', name);
      const to = await newDatabase();
      const operator = operatorWith({ DATABASE_URL: to, ...programs });
      const command = await operator.begin('restore', name);
      await untilTrue(to, condition, command);
      command.process.kill('SIGKILL');
      await command.ended;
      // pg_restore notices the end of its input a little later.
      await expect.poll(() => ask(to, `select ${idle} as so`)).toEqual([{ so: true }]);
      const tables = await ask(to, "select from pg_tables where schemaname = 'public'");
      if (tables.length === 0) expect(await operator.run('restore', name)).toMatchObject({ code: 0 });
      else
        expect(await operator.run('restore', name)).toMatchObject({
          said: expect.stringContaining('not empty: it has 6 members'),
        });
      expect(await operator.run('ledger', 'verify')).toMatchObject({ code: 0 });
      expect(await digests(to)).toEqual(await digests(site));
    },
  );
});
