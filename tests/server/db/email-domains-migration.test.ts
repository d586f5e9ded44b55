import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { normaliseEmail } from '#domain/email.ts';
import { foldName } from '#domain/fold-name.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { MIGRATIONS_FOLDER } from '#server/db/migrations.ts';
import { afterwards } from '../../support/afterwards.ts';
import { emptyDatabase } from '../../support/app/services.ts';

/** The migrations as they were before names were folded and domains stored in ASCII. */
function earlierMigrations(): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(MIGRATIONS_FOLDER, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] };
  const first = journal.entries.findIndex(({ tag }) => tag.endsWith('_fold-names'));
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, first) }));
  return folder;
}

const DOMAINS = [
  'почта.рф',
  'münchen.de',
  'bücher-straße.example',
  'उदाहरण.भारत',
  'சிங்கப்பூர்.example',
  '例え。テスト',
  'a.ü.b',
  'x.de',
];
const NAMES = ['Алёна Ёлкина', 'Йод', 'Łukasz  Sørensen', 'மீரா', 'Ann'];

const url = await emptyDatabase();
const client = new pg.Client({ connectionString: url });
await client.connect();
afterwards(() => client.end());
const rowsOf = async (question: string) => (await client.query(question)).rows;

async function addMember(username: string, email: string, name: string | null): Promise<void> {
  await client.query(
    `insert into members (username, email, name, password_hash, language, ref_code, inviter_id, registered_at, registered_on, activated_at)
     values ($1, $2, $3, 'h', 'ru', upper($1), null, now(), now()::date, now())`,
    [username, email, name],
  );
}

await migrateDatabase(url, undefined, earlierMigrations());
for (const [index, domain] of DOMAINS.entries()) await addMember(`m${index}`, `анна@${domain}`, NAMES[index] ?? null);
await addMember('both1', 'both@почта.рф', null);
await addMember('both2', 'both@xn--80a1acny.xn--p1ai', null);
await client.query(`
  insert into staff (email, name, role, invited_at) values ('olga@почта.рф', 'Olga', 'owner', now());
  insert into sign_ups (id, username, email, password_hash, language, requested_at, expires_at)
  values (gen_random_uuid(), 'lena', 'lena@почта.рф', 'h', 'ru', now(), now())`);
await migrateDatabase(url);

test('stored e-mails have the form in which they are looked up, and an address of two accounts stays with both', async () => {
  const stored = await rowsOf(`select email from members where username like 'm_' order by username`);
  expect(stored.map(({ email }) => email)).toEqual(DOMAINS.map((domain) => normaliseEmail(`анна@${domain}`)));
  expect(await rowsOf(`select email from members where username like 'both_' order by username`)).toEqual([
    { email: 'both@почта.рф' },
    { email: 'both@xn--80a1acny.xn--p1ai' },
  ]);
  expect(await rowsOf('select email from staff union all select email from sign_ups')).toEqual([
    { email: 'olga@xn--80a1acny.xn--p1ai' },
    { email: 'lena@xn--80a1acny.xn--p1ai' },
  ]);
});

test('stored names are searched as new ones', async () => {
  const stored = await rowsOf(`select username, name, search_text as folded from members order by username`);
  for (const { username, name, folded } of stored) expect(folded).toBe(foldName(`${username} ${name ?? ''}`));
});
