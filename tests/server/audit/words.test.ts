import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isAuditField, readAction } from '#domain/audit-words.ts';
import { commands } from '#server/operator/commands/index.ts';

/** Texts that a pattern captures in the code that writes to the log. */
function captured(pattern: RegExp): string[] {
  const files = globSync('src/server/{operator,audit,members/accruals}/**/*.ts');
  const sources = files.map((file) => readFileSync(file, 'utf8'));
  return sources.flatMap((source) => [...source.matchAll(pattern)].map(([, text = '']) => text));
}

test('every action that is recorded has words in the console', () => {
  const changing = commands.filter(({ kind }) => kind === 'changes' || kind === 'databases').map(({ name }) => name);
  const actions = [...changing, ...captured(/action: '([a-z][^']*)'/g), ...captured(/decision\('([^']*)'/g)];
  expect(actions.length).toBeGreaterThan(60);
  expect(actions.filter((action) => !readAction(action))).toEqual([]);
});

test('an action with a stage is read as both, and one of an older version is left as it is', () => {
  expect(readAction('withdrawals approve (prepared)')).toEqual({ action: 'withdrawals approve', stage: 'prepared' });
  expect(readAction('members block')).toEqual({ action: 'members block', stage: undefined });
  expect(readAction('members block (elsewhere)')).toBeUndefined();
  expect(readAction('former command')).toBeUndefined();
});

test('every value that is recorded with a name of the source has words, too', () => {
  const records = captured(/(?:before|after): \{([^{}]*)\}/g).filter((record) => /^\s*[a-z_]+(:|,| )/.test(record));
  const names = records.flatMap((record) =>
    [...record.matchAll(/(?:^|,)\s*([a-z_]+)\s*(?=[:,]|$)/g)].map(([, name = '']) => name),
  );
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !isAuditField(name))).toEqual([]);
});
