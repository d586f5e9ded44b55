import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SETTINGS } from '#server/base/config-settings.ts';
import { generatedFiles, generateFiles } from '../../scripts/tidy/code/generated-files.ts';
import { fakeTree, sentences } from './fake-tree.ts';

function generatedTree(): string {
  const root = fakeTree({ 'package.json': { dependencies: { node: '24.1.0' } }, 'docs/glossary.md': '' });
  for (const { file, text } of generateFiles(root)) writeFileSync(join(root, file), text);
  return root;
}

test('generated files are what their sources say', () => {
  expect(sentences(generatedFiles(generatedTree()))).toEqual([]);
});

test('one that was changed by hand, or is missing, is found', () => {
  const root = generatedTree();
  writeFileSync(join(root, '.nvmrc'), '20\n');
  expect(sentences(generatedFiles(root))).toEqual(['.nvmrc: It is not what package.json says: npm run generate.']);
  const empty = fakeTree({ 'package.json': { dependencies: { node: '24.1.0' } } });
  expect(generatedFiles(empty).map(({ file }) => file)).toEqual([
    '.env.example',
    'docs/configuration.md',
    'docs/plans-file.md',
    '.nvmrc',
  ]);
});

test('the example sets nothing: each variable has its sentence, its name and its default, as comments', () => {
  const [example] = generateFiles(generatedTree());
  expect(example?.text).toContain('# Port to listen at.\n# PORT=4321\n');
  expect(example?.text).toContain("# QCHAIN_NODE_ID_PATTERN='^[A-Za-z0-9]{16,64}$'\n");
  expect(example?.text.split('\n').filter((line) => !/^(#|$)/.test(line))).toEqual([]);
});

test('the page of the configuration is one table: preset, when it is required, meaning, and whether it is secret', () => {
  const page = generateFiles(generatedTree()).find(({ file }) => file === 'docs/configuration.md')?.text ?? '';
  const cellsOf = (name: string) =>
    page
      .split('\n')
      .find((line) => line.startsWith(`| \`${name}\``))
      ?.split(/(?<!\\)\|/)
      .slice(2, -1)
      .map((cell) => cell.trim());
  expect(cellsOf('PORT')).toEqual(['`4321`', '', 'Port to listen at.', 'no']);
  expect(cellsOf('SESSION_SECRET')).toEqual([
    '',
    'in production without API_URL, or with DATABASE_URL',
    expect.stringContaining('the first signs'),
    'yes, or `SESSION_SECRET_FILE`',
  ]);
  for (const { name, isSecret } of SETTINGS) expect(cellsOf(name)?.[3]?.startsWith('yes')).toBe(isSecret);
});
