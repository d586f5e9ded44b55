import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrateDatabase } from '#server/db/migrate.ts';
import { afterwards } from '../../support/afterwards.ts';
import { emptyDatabase } from '../../support/app/services.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../src/server/db/migrations', import.meta.url));

/** The migrations as they were before sign-ups waited in a table of their own. */
function earlierMigrations(): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(MIGRATIONS, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { idx: number }[] };
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.filter(({ idx }) => idx < 10) }));
  return folder;
}

const url = await emptyDatabase();
const client = new pg.Client({ connectionString: url });
await client.connect();
afterwards(() => client.end());
const rowsOf = async (question: string) => (await client.query(question)).rows;

await migrateDatabase(url, undefined, earlierMigrations());
// Top, a member of theirs, and three who never used their link: one is blocked, one has been given a status.
await client.query(`
  insert into members (username, email, password_hash, language, ref_code, inviter_id, registered_at, registered_on,
    activated_at, blocked_at, career_status)
  values ('top', 'top@x.example', 'h0', 'ru', 'TOP', null, now(), now()::date, now(), null, 'none'),
    ('below', 'below@x.example', 'h1', 'ru', 'BELOW', 1, now(), now()::date, now(), null, 'none'),
    ('mallory', 'victim@x.example', 'h2', 'de', 'MAL', 2, now(), now()::date, null, null, 'none'),
    ('barred', 'barred@x.example', 'h3', 'ru', 'BAR', 2, now(), now()::date, null, now(), 'none'),
    ('given', 'given@x.example', 'h4', 'ru', 'GIV', 2, now(), now()::date, null, null, 'director')`);
await client.query(`insert into referrals select id, 2, 'BELOW', now() from members where id > 2`);
await client.query(`
  insert into mailed_links (member_id, purpose, token_hash, expires_at)
  select id, 'activation', sha256(username::bytea), now() + interval '1 day' from members where id > 2`);
await client.query(`
  insert into mails (id, kind, member_id, language, created_at)
  select gen_random_uuid(), 'activation', id, 'ru', now() from members where id > 2`);
await migrateDatabase(url);

test('whoever never used their link waits as a sign-up, whose earlier links are void', async () => {
  expect(await rowsOf('select username, email, password_hash, language, inviter_id, ref_code from sign_ups')).toEqual([
    {
      username: 'mallory',
      email: 'victim@x.example',
      password_hash: 'h2',
      language: 'de',
      inviter_id: 2,
      ref_code: 'BELOW',
    },
  ]);
  expect(await rowsOf(`select from mailed_links where token_hash = sha256('mallory'::bytea)`)).toEqual([]);
});

test('members are those who activated, and whom the operator gave something, with a password nobody knows', async () => {
  const rows = await rowsOf('select username, password_hash from members order by id');
  expect(rows.map(({ username }) => username)).toEqual(['top', 'below', 'given']);
  expect(rows[2].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{43}\$[\w+/]{43}$/);
});

test('the numbers of the teams are what a recount says', async () => {
  const numbers = () =>
    rowsOf(`
      select c.*, (select coalesce(sum(registrations), 0)::integer from team_days d where d.member_id = c.member_id) as days,
        (select count(*)::integer from team_links l where l.ancestor_id = c.member_id) as links
      from team_counts c order by 1`);
  const migrated = await numbers();
  expect(migrated.map(({ whole_team }) => whole_team)).toEqual([2, 1, 0]);
  await client.query('select rebuild_team()');
  expect(await numbers()).toEqual(migrated);
});
