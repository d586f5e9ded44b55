import type { OxlintConfig, OxlintOverride } from 'oxlint';

const LAYERS = 'client|components|contracts|domain|i18n|islands|layouts|pages|server|simulator|stores';

type Pattern = { regex: string; message: string };

const EVERYWHERE: Pattern[] = [
  {
    regex: String.raw`^(\.\.?/)*\.\./(tests|scripts|bench)/`,
    message: 'Nothing in src imports tests, scripts or benches.',
  },
  {
    regex: String.raw`^((\.\.?/)+|/)(src/)?(${LAYERS})/`,
    message: 'From one layer to another by its alias (#domain/…), so that the walls can see it.',
  },
];

/** `files` import from src only what is `allowed`, besides what is below them (`./`), and nothing that is `refused`. */
function wall(files: string, allowed: string[], ...refused: Pattern[]): OxlintOverride {
  const group = ['#*/**', ...allowed.map((path) => (path.endsWith('.ts') ? `!#${path}` : `!#${path}/**`))];
  const list = allowed.length === 0 ? 'nothing' : `only ${new Intl.ListFormat('en-GB').format(allowed)}`;
  // First what is refused: a path that a group lets in is looked at by no pattern after it.
  const patterns = [...EVERYWHERE, ...refused, { group, message: `Files in ${files} import ${list} from src.` }];
  return { files: [files], rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

/** `../folder/file.ts` */
const sideways = (message: string): Pattern => ({ regex: String.raw`^(\.\./)+[^./][^/]*/`, message });
const otherIslands = sideways('An island never imports another area’s islands.');
const sharedStores: Pattern = {
  regex: '^@nanostores/react$',
  message: 'A store is read by useShared: an island may hydrate after another one has written to it.',
};
const serverHalf: Pattern = {
  regex: String.raw`\.server\.ts$|^node:`,
  message: 'What pages alone run (.server.ts, Node) never reaches the browser.',
};
const otherServerArea = sideways('Another area of the server by its alias (#server/members/<area>/index.ts).');

const ISLANDS = ['islands/shared', 'components/ui', 'stores', 'client', 'contracts', 'domain', 'i18n'];
const PAGES = ['layouts', 'components', 'islands', 'client', 'contracts', 'domain', 'i18n'];

/** The floors of the server, from the ground up. A file imports its own floor and those before it; boot starts them. */
const FLOORS = [
  ...['base', 'db', 'engine', 'node', 'observe', 'api', 'jobs', 'audit', 'ledger', 'mail', 'backup'],
  ...['members', 'operator', 'http'],
];
/** The areas on a floor, in the same order. */
const AREAS: Record<string, string[]> = {
  members: [
    ...[
      'security-log',
      'legal',
      'partner',
      'consents',
      'notices',
      'auth',
      'events',
      'feed',
      'profile',
      'accruals',
      'places',
      'finance',
    ],
    ...['support', 'settings', 'team', 'transactions', 'transparency', 'seals', 'statements', 'data'],
  ],
  operator: ['members', 'staff', 'alerts', 'import', 'seed', 'console', 'cli', 'commands'],
  http: ['front', 'calls', 'dev', 'pages', 'crawlers'],
};
/** Folders whose every file is for others; any other is entered by its index.ts. */
const OPEN = new Set(['base', 'db', 'api', 'jobs', 'ledger', 'operator/cli', 'http/front', 'http/calls', 'http/pages']);

function serverWalls(): OxlintOverride[] {
  const places = FLOORS.flatMap((floor) => [...(AREAS[floor] ?? []).map((area) => `${floor}/${area}`), floor]);
  return places.flatMap((place, index) => {
    const below = places.slice(0, index).map((one) => (OPEN.has(one) ? `server/${one}` : `server/${one}/**/index.ts`));
    const files = AREAS[place] ? `src/server/${place}/*` : `src/server/${place}/**`;
    return wall(files, [...below, `server/${place}`, 'contracts', 'domain', 'i18n'], otherServerArea);
  });
}

/** Of two walls around the same file the later one holds. */
const walls = [
  wall('src/*.ts', ['contracts', 'domain', 'i18n']),
  wall('src/domain/**', [], { regex: '^[^.#]', message: 'Domain imports no package.' }),
  wall('src/contracts/**', ['contracts', 'domain']),
  wall('src/i18n/**', ['i18n', 'contracts', 'domain']),
  wall('src/client/**', ['client', 'contracts', 'domain']),
  wall('src/stores/**', ['stores', 'client', 'contracts', 'domain', 'i18n']),
  wall('src/components/**', ['components', 'contracts', 'domain', 'i18n']),
  wall(
    'src/components/ui/**',
    ['components/ui', 'contracts/fields.ts', 'domain', 'i18n'],
    sideways('Primitives know nothing of this product.'),
  ),
  wall('src/islands/**', ISLANDS, sharedStores, otherIslands, serverHalf),
  wall('src/islands/**/*.server.ts', ISLANDS, otherIslands),
  wall('src/islands/shared/use-shared.ts', []),
  wall('src/layouts/**', PAGES),
  wall('src/pages/**', PAGES),
  // The server of somebody else: it shares with us what any node would.
  wall('src/simulator/**', ['server/node/contract.ts']),
  wall('src/server/*.ts', ['server', 'contracts', 'domain', 'i18n']),
  wall('src/server/boot/**', ['server', 'contracts', 'domain', 'i18n']),
  ...serverWalls(),
];

export default {
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'react'],
  env: { builtin: true, browser: true, node: true },
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  ignorePatterns: ['dist', '.astro', '.data', 'src/server/db/migrations', 'bench/peers'],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    eqeqeq: 'error',
    'typescript/no-explicit-any': 'error',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'no-eval': 'error',
    'no-new-func': 'error',
    'no-implied-eval': 'error',
    'no-await-in-loop': 'off',
    'no-unmodified-loop-condition': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/no-array-sort': 'off',
    'import/default': 'off',
    'no-underscore-dangle': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-useless-spread': 'off',
    'unicorn/prefer-add-event-listener': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'unicorn/prefer-set-has': 'off',
    'oxc/no-map-spread': 'off',
    'react/react-in-jsx-scope': 'off',
  },
  overrides: [
    { files: ['src/**'], rules: { 'no-console': 'error', 'max-lines': ['error', { max: 300 }] } },
    {
      files: ['src/client/call.ts', 'src/server/base/log.ts', 'src/server/operator/**'],
      rules: { 'no-console': 'off' },
    },
    {
      files: ['src/islands/**'],
      rules: {
        'react/forbid-elements': ['error', { forbid: [{ element: 'form', message: 'A form is useForm and Form.' }] }],
      },
    },
    {
      files: [
        'src/islands/shared/form.tsx',
        // Their page opens the session, so the browser sends them.
        'src/islands/auth/{sign-in-screen,passkey-form}.tsx',
        'src/islands/console/sign-in-form.tsx',
        // It is there without scripts alone.
        'src/islands/console/plain-plan-form.tsx',
        // They make no call: a step before one, an address, a dialog, a form that waits for a page.
        'src/islands/finance/{order-step,history-filters}.tsx',
        'src/islands/team/filter-form.tsx',
        'src/islands/places/structure-tools.tsx',
        'src/islands/console/list-filters.tsx',
        'src/islands/settings/crop-dialog.tsx',
        'src/islands/support/support-screen.tsx',
        'src/islands/shared/ask-first.tsx',
        // Every page loads the frame, and so would load what forms need.
        'src/islands/frame/**',
        'src/islands/dev/**',
      ],
      rules: { 'react/forbid-elements': 'off' },
    },
    {
      files: ['*.astro', '*.config.*', 'src/client/touch-directive.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      files: ['tests/**'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            paths: [
              { name: 'vitest', importNames: ['afterAll'], message: 'Called by a test it does nothing: afterwards().' },
            ],
          },
        ],
      },
    },
    { files: ['tests/support/afterwards.ts'], rules: { 'no-restricted-imports': 'off' } },
    ...walls,
  ],
} satisfies OxlintConfig;
