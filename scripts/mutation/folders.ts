/** Folders to mutate, with the tests that should fail. */
export const FOLDERS: Record<string, { source: string; tests: string[] }> = {
  domain: { source: 'src/domain', tests: ['tests/domain', 'tests/contracts'] },
  ledger: {
    source: 'src/server/ledger',
    tests: ['tests/server/ledger', 'tests/server/operator/commands/rotation.test.ts'],
  },
  finance: {
    source: 'src/server/members/finance',
    tests: ['tests/server/members/finance', 'tests/server/operator/commands/rotation.test.ts'],
  },
  auth: {
    source: 'src/server/members/auth',
    tests: [
      'tests/server/members/auth',
      ...['new-email', 'password', 'sessions'].map((name) => `tests/server/members/settings/${name}.test.ts`),
      'tests/server/operator/commands/rotation.test.ts',
    ],
  },
  places: {
    source: 'src/server/members/places',
    tests: ['tests/server/members/places', 'tests/server/operator/commands/plans.test.ts'],
  },
};

/** Made from a word: `ledger` is a folder, `ledger/hold` its files whose names begin with `hold`. */
export type Task = { name: string; mutate: string; tests: string[] };

export function readTask(word: string): Task | undefined {
  const [name = '', ...begin] = word.split('/');
  const folder = FOLDERS[name];
  if (!folder) return undefined;
  const mutate = `${folder.source}/${begin.length > 0 ? `${begin.join('/')}*` : '**/*.ts'}`;
  return {
    name,
    mutate,
    tests: folder.tests.map((tests) => (tests.endsWith('.ts') ? tests : `${tests}/**/*.test.ts`)),
  };
}
