import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../finding.ts';
import { projectFiles } from '../project-files.ts';

const PAGE = 'docs/security/privacy.md';

/** The page about stored data names every table of the schema, and no other. */
export function privacyTables(root: string): Finding[] {
  if (!existsSync(join(root, PAGE))) return [];
  const tables = projectFiles(root)
    .filter(({ file }) => /^src\/server\/db\/schema\/.*\.ts$/.test(file))
    .flatMap(({ text }) => [...text.matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, name = '']) => name));
  const named = [...readFileSync(join(root, PAGE), 'utf8').matchAll(/^\| ((?:`\w+`(?:, )?)+)/gm)].flatMap(
    ([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
  return [
    ...tables.filter((name) => !named.includes(name)).map((name) => `It has no row for the table ${name}.`),
    ...named.filter((name) => !tables.includes(name)).map((name) => `There is no table ${name} any more.`),
  ].map((problem) => ({ file: PAGE, problem }));
}
