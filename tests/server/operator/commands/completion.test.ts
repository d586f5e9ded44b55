import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { commands } from '#server/operator/commands/index.ts';
import { readOrders } from '#server/operator/read-orders.ts';
import type { Outcome } from '#server/operator/cli/command.ts';

async function said(...argv: string[]): Promise<Outcome> {
  const ordered = readOrders(argv, 'olga');
  if ('refused' in ordered) return ordered;
  if (ordered.command.kind !== 'alone') throw new Error(`${ordered.command.name} needs a database`);
  return ordered.command.run(ordered.orders);
}

async function completedByBash(...words: string[]): Promise<string[]> {
  const { words: script } = (await said('completion', 'bash')) as { words: string };
  const typed = words.map((word) => `'${word}'`).join(' ');
  const press = `COMP_WORDS=(operator ${typed}); COMP_CWORD=${words.length}; _operator; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const shell = execFileSync('bash', ['--norc', '-c', `${script}\n${press}`], { encoding: 'utf8' });
  return shell.split('\n').filter(Boolean);
}

describe('bash completes', () => {
  test('the first word of a command', async () => {
    expect(await completedByBash('mem')).toEqual(['members']);
    expect(await completedByBash('')).toEqual([...new Set(commands.map(({ name }) => name.split(' ')[0]))]);
  });

  test('the second word, and then the flags of that command and no others', async () => {
    expect(await completedByBash('members', 'i')).toEqual(['import']);
    expect(await completedByBash('members', 'import', '--')).toEqual(['--dry-run', '--why', '--by', '--json']);
    expect(await completedByBash('members', 'import', 'members.csv', '--w')).toEqual(['--why']);
    expect(await completedByBash('members', 'list', '--s')).toEqual(['--search']);
    expect(await completedByBash('init', '--o')).toEqual(['--origin']);
  });

  test('nothing where it knows nothing', async () => {
    expect(await completedByBash('nonsense', 'x')).toEqual([]);
  });
});

test('zsh gets a script of its own, another shell a sentence', async () => {
  expect(await said('completion', 'zsh')).toMatchObject({
    words: expect.stringContaining('compdef _operator operator'),
  });
  expect(await said('completion', 'fish')).toEqual({ refused: 'Name the shell: completion bash|zsh' });
});

describe('help', () => {
  test('tells of one command, of those that begin alike, or of all', async () => {
    expect(await said('help', 'members', 'import')).toMatchObject({ data: [{ name: 'members import' }] });
    expect(await said('members', 'import', '--help')).toEqual(await said('help', 'members', 'import'));
    expect(await said('help', 'accruals')).toMatchObject({ data: [{}, {}, {}] });
    expect(await said()).toMatchObject({ data: commands.map(({ name }) => ({ name })) });
    expect(await said('members', '--help')).toEqual(await said('help', 'members'));
    expect(await said('--help', '--json')).toEqual(await said('help'));
    expect(await said('help', 'dance')).toEqual({ refused: 'There is no command “dance”. Try: help' });
  });
});

test.each([
  [['members', 'list', '--why', 'x'], '“members list” has no --why. Write: members list'],
  [['members', 'block', 'ivan', '--dry-run', '--why', 'x'], '“members block” has no --dry-run. Write: members block'],
  [['members', 'list', '--limit'], 'argument missing. Write: members list'],
  [['members', '--limit', '3'], 'There is no command “members”. Try: help members'],
  [['dance'], 'There is no command “dance”. Try: help'],
])('%j is refused with the way to write it', (argv, sentence) => {
  expect(readOrders(argv, 'olga')).toEqual({ refused: expect.stringContaining(sentence) });
});
