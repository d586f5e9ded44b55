import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { afterwards } from '../../support/afterwards.ts';
import { visit } from '../../support/app/http.ts';
import { emptyDatabase, SESSION_SECRET } from '../../support/app/services.ts';
import { startWholeApp } from '../../support/app/whole-app.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { NO_NODE } from '../../support/world/node.ts';

vi.setConfig({ testTimeout: 120_000 });

const name = `plain_${randomBytes(4).toString('hex')}`;
const PASSWORD = 'twelve-quick-herons';
const backups = await temporaryFolder('atrium-plain-role');
afterwards(() => rmSync(backups, { recursive: true }));

/** The input that ops/postgres/plain-role.sh gives to psql, with another name in place of atrium. */
function statements(): string[] {
  const [, sql = ''] = /<<'END'\n([^]*)\nEND\n/.exec(readFileSync('ops/postgres/plain-role.sh', 'utf8')) ?? [];
  return sql
    .split('\n')
    .filter((line) => line.endsWith(';') && !line.includes('role postgres'))
    .map((line) => line.replaceAll(/\batrium\b/g, name).replace(":'password'", pg.escapeLiteral(PASSWORD)));
}

test('on the database that ops/postgres makes, Atrium migrates, serves, backs up and restores as no superuser', async () => {
  const superuser = new pg.Client(await emptyDatabase());
  await superuser.connect();
  expect(statements()).toHaveLength(3);
  for (const statement of statements()) await superuser.query(statement);
  onTestFinished(async () => {
    await superuser.query(`drop database ${name} with (force)`);
    await superuser.query(`drop role ${name}`);
    await superuser.end();
  });
  const url = new URL(await emptyDatabase());
  Object.assign(url, { username: name, password: PASSWORD, pathname: `/${name}` });
  const env = { DATABASE_URL: url.href, SESSION_SECRET, SUDO_USER: 'emma', ...NO_NODE };
  const operator = async (...words: string[]) => {
    const command = await startWholeApp(env, ['dist/app/operator.mjs', ...words]);
    return { code: await command.ended, said: command.said() };
  };

  const added = ['--username', 'top', '--email', 'top@demo.example', '--why', 'first member'];
  expect(await operator('members', 'add', ...added)).toMatchObject({ code: 0 });
  const site = await startWholeApp({ ...env, WEB_PROCESSES: '1' });
  onTestFinished(async () => {
    site.process.kill('SIGKILL');
    await site.ended;
  });
  expect(await site.isUp, site.said()).toBe(true);
  expect((await visit(site.port, '/en/auth')).status).toBe(200);
  expect(await operator('backup', backups)).toMatchObject({ code: 0 });
  const verified = await operator('backup', 'verify', backups);
  expect(verified).toEqual({ code: 0, said: expect.stringContaining('its ledger is intact') });

  const own = new pg.Client(url.href);
  await own.connect();
  const { rows } = await own.query(
    `select rolsuper or rolcreaterole or rolreplication or rolbypassrls as has_more,
      (select count(*)::int from pg_database where datname like 'atrium_drill_%' and datdba = pg_roles.oid) as left_over,
      (select array_agg(actor || ' ' || action order by number) from audit_log) as logged
    from pg_roles where rolname = current_user`,
  );
  await own.end();
  const logged = ['members add', 'backup', 'backup verify'].map((action) => `operator:emma ${action}`);
  expect(rows).toEqual([{ has_more: false, left_over: 0, logged }]);
});
