import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asvsTable } from '../../scripts/tidy/docs/asvs-table.ts';
import { privacyTables } from '../../scripts/tidy/docs/privacy-tables.ts';
import { supply } from '../../scripts/tidy/code/supply.ts';
import { fakeTree, sentences } from './fake-tree.ts';

const root = resolve(import.meta.dirname, '../..');

describe('what comes from others', () => {
  const rules = {
    licences: { MIT: '', 'Apache-2.0': '' },
    installScripts: { native: 'puts its program into place', '@many/*': 'the same' },
    floors: [
      {
        package: 'holed',
        floor: '2.10.0',
        advisory: 'GHSA-1',
        accepted: { 'node_modules/old/node_modules/holed': 'a tool' },
      },
    ],
  };
  const one = { version: '1.0.0', license: 'MIT', integrity: 'sha512-x' };
  const packages = {
    '': {},
    'node_modules/a': one,
    'node_modules/native': { ...one, hasInstallScript: true },
    'node_modules/@many/linux': { ...one, hasInstallScript: true },
    'node_modules/holed': { ...one, version: '2.10.0' },
    'node_modules/old/node_modules/holed': { ...one, version: '1.9.9' },
  };
  const check = (more: Record<string, object>, changed: object = {}) =>
    sentences(
      supply(
        fakeTree({
          'package-lock.json': { packages: { ...packages, ...more } },
          'scripts/tidy/code/supply.json': { ...rules, ...changed },
        }),
      ),
    );

  test('of this project is in order', () => expect(supply(root)).toEqual([]));
  test('is in order here', () => expect(check({})).toEqual([]));

  test.each([
    ['GPL-3.0', 1],
    ['(GPL-3.0 OR MIT)', 0],
    ['Apache-2.0 AND MIT', 0],
    ['Apache-2.0 AND GPL-3.0', 1],
  ])('with the licence %s has %i findings', (license, count) => {
    const found = check({ 'node_modules/b': { ...one, license } });
    expect(found).toHaveLength(count);
    if (count > 0) expect(found[0]).toContain(`node_modules/b has the licence ${license}`);
  });

  test('has no licence, no checksum, or a script that nobody has looked at', () => {
    expect(check({ 'node_modules/b': { version: '1.0.0', hasInstallScript: true } })).toEqual([
      'package-lock.json: node_modules/b has no checksum.',
      'package-lock.json: node_modules/b has the licence none, which scripts/tidy/code/supply.json does not allow.',
      'package-lock.json: node_modules/b runs a script while it is installed, which scripts/tidy/code/supply.json does not allow.',
    ]);
  });

  test('has no address of its own, which npm would take it from', () => {
    const resolved = ['https:/', 'evil.example', 'b.tgz'].join('/');
    expect(check({ 'node_modules/b': { ...one, resolved } })).toEqual([
      `package-lock.json: node_modules/b comes from ${resolved}, not from the registry that is set.`,
    ]);
  });

  test.each(['2.9.9', '1.20.0', '2.10.0', '2.11.0', '10.0.0', '2.10.0-beta.1'])(
    'a version %s is compared by its numbers',
    (version) => {
      const found = check({ 'node_modules/b/node_modules/holed': { ...one, version } });
      const isOld = ['2.9.9', '1.20.0'].includes(version);
      expect(found).toEqual(
        isOld
          ? [`package-lock.json: node_modules/b/node_modules/holed is ${version}; GHSA-1 is mended in 2.10.0.`]
          : [],
      );
    },
  );

  test('a rule that nothing needs any more is told', () => {
    const changed = {
      installScripts: { ...rules.installScripts, gone: '' },
      floors: [...rules.floors, { package: 'lost', floor: '1.0.0', advisory: 'GHSA-2' }],
    };
    expect(check({ 'node_modules/old/node_modules/holed': { ...one, version: '2.10.1' } }, changed)).toEqual([
      'scripts/tidy/code/supply.json: Nothing called gone runs a script any more; take the line out.',
      'scripts/tidy/code/supply.json: Nothing needs lost any more; take its floor out.',
      'scripts/tidy/code/supply.json: node_modules/old/node_modules/holed is no exception any more; take the line out.',
    ]);
  });
});

describe('the table of ASVS', () => {
  const row = (id: string, level: number, verdict: string, shown: string) =>
    `| ${id} | ${level} | words | ${verdict} | ${shown} |\n`;
  const counts =
    '\n- Level 1: 1 met, 0 not applicable, 0 deviated.\n- Level 2: 0 met, 1 not applicable, 0 deviated.\n\n';
  const check = (table: string, top = counts) =>
    sentences(
      asvsTable(
        fakeTree({
          'docs/security/asvs.md': top + table,
          'scripts/tidy/asvs-requirements.json': { level1: '1.1.1', level2: '1.1.2' },
          'tests/a.test.ts': '',
        }),
      ),
    ).map((sentence) => sentence.replace('docs/security/asvs.md: ', ''));
  const good = row('1.1.1', 1, 'met', '`tests/a.test.ts`') + row('1.1.2', 2, 'not applicable', 'There is none.');

  test('of this project is whole', () => expect(asvsTable(root)).toEqual([]));
  test('is whole here', () => expect(check(good)).toEqual([]));

  test.each([
    ['a requirement is missing', row('1.1.1', 1, 'met', '`tests/a.test.ts`'), '1.1.2 has no row.'],
    ['one is there twice', good + row('1.1.1', 1, 'met', '`tests/a.test.ts`'), '1.1.1 has two rows.'],
    ['one is not of that level', good.replace('1.1.2 | 2', '1.1.2 | 1'), '1.1.2 is not a requirement of level 1.'],
    ['a path is wrong', good.replace('a.test', 'b.test'), '1.1.1 names tests/b.test.ts, which is not there.'],
    ['nothing shows it', good.replace('`tests/a.test.ts`', 'It is so.'), '1.1.1 is met, but no test or page shows it.'],
    ['there is no reason', good.replace('There is none.', ''), '1.1.2 gives no reason.'],
    ['the verdict is another word', good.replace('not applicable', 'fine'), '1.1.2 is “fine”, which is no verdict.'],
  ])('is not when %s', (_, table, problem) => expect(check(table)).toContain(problem));

  test('is not when the counts are others', () => {
    expect(check(good, counts.replace('1 met', '2 met'))).toEqual([
      'The top has to say “- Level 1: 1 met, 0 not applicable, 0 deviated.”.',
    ]);
  });
});

describe('the page on what is stored', () => {
  const schema = `export const a = pgTable('members', {});\nexport const b = pgTable(\n  'mails', {});`;
  const check = (page: string) =>
    sentences(privacyTables(fakeTree({ 'docs/security/privacy.md': page, 'src/server/db/schema/a.ts': schema })));

  test('of this project names every table', () => expect(privacyTables(root)).toEqual([]));

  test('names each, and none that is gone', () => {
    expect(check('| `members`, `mails` | who |')).toEqual([]);
    expect(check('| `members`, `letters` | who |')).toEqual([
      'docs/security/privacy.md: It has no row for the table mails.',
      'docs/security/privacy.md: There is no table letters any more.',
    ]);
  });
});
