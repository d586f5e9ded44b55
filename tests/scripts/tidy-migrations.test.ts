import { expect, test } from 'vitest';
import { safeMigrations } from '../../scripts/tidy/code/safe-migrations.ts';
import { fakeTree, sentences } from './fake-tree.ts';

const FOLDER = 'src/server/db/migrations';

function rulesBroken(sql: string, { number = '0007', hasWayBack = true } = {}): string[] {
  const tag = `${number}_new`;
  const tree = fakeTree({
    [`${FOLDER}/meta/_journal.json`]: { entries: [{ when: 1, tag }] },
    [`${FOLDER}/${tag}.sql`]: sql,
    ...(hasWayBack && { [`${FOLDER}/${tag}.down.sql`]: 'select 1' }),
  });
  return sentences(safeMigrations(tree)).map((line) => /Line \d+, ([\w-]+):/.exec(line)?.[1] ?? line);
}

test.each([
  ['create index "x" on members (id)', 'require-concurrent-index-creation'],
  ['drop index x', 'require-concurrent-index-deletion'],
  ['alter table members add column a integer not null', 'adding-required-field'],
  ['alter table members alter column name set not null', 'adding-not-nullable-field'],
  ['alter table members alter column name type bigint', 'changing-column-type'],
  ['alter table members rename column name to title', 'renaming-column'],
  ['alter table members rename to people', 'renaming-table'],
  ['alter table members drop column name', 'ban-drop-column'],
  ['drop table members', 'ban-drop-table'],
  ['alter table members add constraint c check (id > 1)', 'constraint-missing-not-valid'],
  ['alter table members add constraint c foreign key (id) references plans (id)', 'adding-foreign-key-constraint'],
])('%s: %s', (sql, rule) => expect(rulesBroken(sql)).toContain(rule));

test.each([
  "alter table members add column a jsonb default '{}' not null;",
  'alter table members add constraint c check (id > 1) not valid',
  'create table shoes (id integer primary key, member_id integer references members);--> statement-breakpoint\ncreate index s on shoes (member_id);',
  '-- Outside of a transaction.\ncreate index concurrently if not exists x on members (id);\n--> statement-breakpoint\ndrop index concurrently if exists y;',
  '-- squawk-ignore ban-drop-column\nalter table members drop column name',
])('%s: nothing to say', (sql) => expect(rulesBroken(sql)).toEqual([]));

test('outside of a transaction each statement may be repeated and holds up nobody', () => {
  expect(rulesBroken('-- Outside of a transaction.\ncreate index concurrently x on members (id)')).toEqual([
    expect.stringMatching(/IF \(NOT\) EXISTS/),
    'prefer-robust-stmts',
  ]);
  expect(rulesBroken('create index concurrently if not exists x on members (id)')).toEqual([
    expect.stringContaining('CONCURRENTLY needs a migration that begins with: -- Outside of a transaction.'),
  ]);
  expect(rulesBroken('-- Outside of a transaction.\nupdate members set name = null')).toEqual([
    expect.stringMatching(/this is another: update members/),
  ]);
});

test('a new migration has a way back; those of before are as they are', () => {
  expect(rulesBroken('select 1', { hasWayBack: false })).toEqual([
    `${FOLDER}/0007_new.sql: It can’t be taken back: write 0007_new.down.sql beside it.`,
  ]);
  expect(rulesBroken('drop table members', { number: '0006', hasWayBack: false })).toEqual([]);
});
