/** What is mutated, and the tests that have to notice. */
export const FOLDERS: Record<string, { source: string; tests: string[] }> = {
  domain: { source: 'src/domain', tests: ['tests/domain', 'tests/contracts'] },
  ledger: { source: 'src/server/ledger', tests: ['tests/server/ledger', 'tests/server/rotation.test.ts'] },
  finance: { source: 'src/server/finance', tests: ['tests/server/finance', 'tests/server/rotation.test.ts'] },
  auth: {
    source: 'src/server/auth',
    tests: [
      'tests/server/auth',
      ...['new-email', 'password', 'sessions'].map((name) => `tests/server/settings/${name}.test.ts`),
      'tests/server/rotation.test.ts',
    ],
  },
  places: { source: 'src/server/places', tests: ['tests/server/places', 'tests/server/operator-plans.test.ts'] },
};

/** What one run is for: `ledger` is a folder, `ledger/hold` its files that begin with this. */
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
