import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { approvedHashes } from '../../scripts/tidy/code/approved-hashes.ts';
import { databaseClients } from '../../scripts/tidy/code/database-clients.ts';
import { docIndex } from '../../scripts/tidy/docs/doc-index.ts';
import { dynamicTags } from '../../scripts/tidy/texts/dynamic-tags.ts';
import { fixedTests } from '../../scripts/tidy/code/fixed-tests.ts';
import { injectedClock } from '../../scripts/tidy/code/injected-clock.ts';
import { layerOrder } from '../../scripts/tidy/texts/layer-order.ts';
import { leftovers } from '../../scripts/tidy/code/leftovers.ts';
import { links } from '../../scripts/tidy/docs/links.ts';
import { outgoingLines } from '../../scripts/tidy/code/outgoing-lines.ts';
import { pictureAge } from '../../scripts/tidy/docs/picture-age.ts';
import { readmeMap } from '../../scripts/tidy/docs/readme-map.ts';
import { safariRegex } from '../../scripts/tidy/code/safari-regex.ts';
import { stackedComments } from '../../scripts/tidy/code/stacked-comments.ts';
import { strayPaths } from '../../scripts/tidy/code/stray-paths.ts';
import { fakeTree, sentences } from './fake-tree.ts';

describe('the map of the README', () => {
  const tree = {
    'README.md':
      '[docs](docs/) [src](src/) [domain](src/domain) [server](src/server/) [members](./src/server/members/)',
    'docs/architecture.md': '',
    'src/domain/a.ts': '',
    'src/server/members/auth/deep/a.ts': '',
    '.github/workflows/a.yml': '',
    '.gitignore': 'dist/',
    'dist/a.js': '',
  };
  const check = (files: Record<string, unknown>) => sentences(readmeMap(fakeTree({ ...tree, ...files })));

  test('is quiet when each folder has its line', () => expect(check({})).toEqual([]));

  test('misses a folder of each level', () => {
    expect(check({ 'bench/a.ts': '', 'src/stores/a.ts': '', 'src/server/ledger/a.ts': '' })).toEqual([
      'README.md: The map has no line that links bench/.',
      'README.md: The map has no line that links src/server/ledger/.',
      'README.md: The map has no line that links src/stores/.',
    ]);
  });

  test('does not count what only stands in an example', () => {
    const readme = `${tree['README.md'].replace('[docs](docs/)', '')}\n\`\`\`\n[docs](docs/)\n\`\`\`\n`;
    expect(check({ 'README.md': readme })).toEqual(['README.md: The map has no line that links docs/.']);
  });

  test('has to be there', () => {
    expect(sentences(readmeMap(fakeTree({ 'src/a.ts': '' })))).toEqual(['README.md: There is no README with the map.']);
  });
});

describe('the lists of design pages and decisions', () => {
  const tree = { 'docs/design/README.md': '[Ledger](ledger.md)', 'docs/design/ledger.md': '# Ledger' };
  const check = (files: Record<string, unknown>) => sentences(docIndex(fakeTree({ ...tree, ...files })));

  test('are quiet when each page has its line', () => expect(check({ 'docs/recipes/two.md': '' })).toEqual([]));

  test('miss a page', () => {
    expect(check({ 'docs/decisions/2026-11-two.md': '' })).toEqual([
      'docs/decisions/README.md: The list has no line that links docs/decisions/2026-11-two.md.',
    ]);
  });

  test('find a page that is too long', () => {
    expect(check({ 'docs/design/ledger.md': 'A line.\n'.repeat(61) })).toEqual([
      'docs/design/ledger.md: It has more than 60 lines.',
    ]);
  });
});

test('pictures of the README are taken again after four months', () => {
  const tree = fakeTree({ 'docs/pictures/taken.json': { taken: '2026-01-01' } });
  expect(pictureAge(tree, '2026-05-01')).toEqual([]);
  expect(sentences(pictureAge(tree, '2026-05-02'))).toEqual([
    'docs/pictures/taken.json: The pictures are 121 days old. Take them again: node scripts/readme-pictures.ts',
  ]);
  expect(pictureAge(fakeTree({}), '2026-05-01')).toHaveLength(1);
});

test('a sheet that fills a layer says their order first', () => {
  const order = '@layer reset, tokens, base, layout, components, utilities;';
  const tree = {
    'src/styles/tokens.css': ':root {}',
    'src/a.css': `${order}\n\n@layer components {\n}\n`,
    'src/b.css': '@layer components {\n}\n',
  };
  expect(sentences(layerOrder(fakeTree(tree)))).toEqual([`src/b.css: Say the order of the layers first: ${order}`]);
});

describe('links', () => {
  const check = (page: string) =>
    sentences(links(fakeTree({ 'docs/recipes/add-a-page.md': page, 'src/domain/paths.ts': '', 'README.md': '' })));

  test('lead somewhere', () => {
    const page = '[a](../../src/domain/paths.ts) [b](../../README.md#map "Map") [c](https://example.org/x) [d](#here)';
    expect(check(page)).toEqual([]);
  });

  test('that lead nowhere are found', () => {
    expect(check('[a](src/domain/paths.ts)')).toEqual([
      'docs/recipes/add-a-page.md: The link to docs/recipes/src/domain/paths.ts leads nowhere.',
    ]);
  });

  test('to a folder need a file in it', () => {
    const root = fakeTree({ 'docs/a.md': '[a](../src/team/) [b](../src/)', 'src/a.ts': '' });
    mkdirSync(join(root, 'src/team'));
    expect(sentences(links(root))).toEqual(['docs/a.md: The link to src/team leads nowhere.']);
  });

  test('do not leave the project', () => {
    expect(check('[a](../../../)')).toEqual(['docs/recipes/add-a-page.md: The link to .. leads nowhere.']);
  });
});

describe('tests', () => {
  const check = (code: string) => sentences(fixedTests(fakeTree({ 'tests/a.test.ts': code })));

  test('run, and wait for what should happen', () => {
    const code = `test('x', async () => { setTimeout(stop, 20); await expect.poll(read).toBe(1); test.each([1])('%i', only); })`;
    expect(check(code)).toEqual([]);
  });

  test.each(['only', 'skip', 'todo'])('marked .%s are found', (mark) => {
    expect(check(`describe.${mark}('x', () => {}); test.concurrent.${mark}('y');`)).toHaveLength(2);
  });

  test.each([
    `await page.waitFor${'Timeout'}(50)`,
    `await new Promise((done) => setTimeout(done, ${500}))`,
    `setTimeout(() => {\n  done(read(1));\n}, ${'1_000'})`,
    `await setTimeout(${300})`,
    `await delay(${100})`,
  ])('that sleep are found: %s', (code) => expect(check(code)).toHaveLength(1));
});

describe('leftovers', () => {
  const check = (code: string) => sentences(leftovers(fakeTree({ 'src/a.ts': code, 'bench/a.css': '' })));

  test('are not there', () => expect(check('// Todos are members’ wishes.\nconst important = !done;')).toEqual([]));

  test.each([
    ...['TO_DO: later', 'FIX_ME', 'XX_X', 'HA_CK'].map((mark) => `// ${mark.replace('_', '')}`),
    ...['@ts-_ignore', '@ts-_expect-error', 'oxlint-_disable-next-line'].map((mark) => `// ${mark.replace('_', '')}`),
    'color: red !_important;'.replace('_', ''),
  ])('are found: %s', (line) => {
    expect(check(`const a = 1;\n${line}`)).toEqual([expect.stringMatching(/^src\/a.ts: Line 2 has /)]);
  });
});

describe('an element whose name is a variable', () => {
  const check = (code: string) => sentences(dynamicTags(fakeTree({ 'src/a.astro': code, 'src/a.ts': code })));

  test('is found', () => {
    expect(check("---\nconst Tag = href ? 'a' : 'div';\n---\n\n<Tag class=\"a\">x</Tag>")).toEqual([
      'src/a.astro: <Tag> has a variable for its name: write both elements.',
    ]);
  });
  test('is neither a constant nor a component', () => {
    expect(check("---\nimport Tag from './tag.astro';\nconst TAG = 1;\n---\n\n<Tag>{TAG}</Tag>")).toEqual([]);
  });
});

describe('the time', () => {
  const check = (file: string, code: string) => sentences(injectedClock(fakeTree({ [file]: code })));

  test.each(['const now = new Date();', 'const late = Date.now() > end;'])(
    'is not asked of the machine: %s',
    (code) => {
      expect(check('src/components/a.astro', code)).toEqual([
        'src/components/a.astro: asks the machine for the time, not the clock it is given.',
      ]);
    },
  );

  test('may be read, handed on, and asked by the clock, or in a browser', () => {
    expect(check('src/server/a.ts', 'const end = new Date(clock.now().getTime() + 1); Date.parse(end)')).toEqual([]);
    expect(check('src/server/base/clock.ts', 'export const now = () => new Date();')).toEqual([]);
    expect(check('src/client/a.ts', 'const today = new Date();')).toEqual([]);
  });
});

describe('a connection to PostgreSQL', () => {
  const check = (file: string, code: string) => sentences(databaseClients(fakeTree({ [file]: code })));

  test.each(['const client = new pg.Client({});', 'const pool = new pg.Pool({ max: 1 });'])(
    'is listened to: %s',
    (code) => {
      expect(check('src/server/a.ts', code)).toEqual([
        'src/server/a.ts: makes a connection of its own, not by newClient() or openPool().',
      ]);
    },
  );

  test('is made in one place', () => {
    expect(check('src/server/db/new-client.ts', 'const client = new pg.Client(config);')).toEqual([]);
    expect(check('src/server/a.ts', 'const client = newClient({});')).toEqual([]);
  });
});

describe('a hash', () => {
  const check = (code: string, file = 'src/server/a.ts') => sentences(approvedHashes(fakeTree({ [file]: code })));

  test.each([
    "createHash('md5').update(a)",
    "createHmac('sha1', key)",
    "hkdfSync('sha512', a, b, c, 32)",
    "pbkdf2Sync(password, salt, 1, 32, 'sha1')",
    "hash('sha1', a)",
    'createHash(\n  name,\n)',
    "hash('argon2id', a)",
  ])('is none but SHA-256, by its name: %s', (code) => {
    expect(check(code)).toEqual([expect.stringMatching(/^src\/server\/a\.ts: It hashes by .+, not by 'sha256'\.$/)]);
  });

  test('is SHA-256, and a password has a slow one', () => {
    expect(check("createHash('sha256'); createHmac('sha256', key); a.hash(b); hkdfSync('sha256', a)")).toEqual([]);
    expect(check("hash('argon2id', a)", 'src/server/members/auth/password.ts')).toEqual([]);
    expect(check("hash('md5', a)", 'src/server/members/auth/password.ts')).toHaveLength(1);
  });
});

describe('a line to somewhere else', () => {
  const check = (code: string, file = 'src/server/a.ts') => sentences(outgoingLines(fakeTree({ [file]: code })));

  test.each([
    'const answer = await fetch(url)',
    'globalThis.fetch(url)',
    'http.get(url)',
    "net.connect(25, 'host')",
    "import { get } from 'node:https';",
    "import { createServer, request } from 'node:http';",
    "import { ofetch } from 'ofetch';",
    "await import('nodemailer')",
    'new WebSocket(url)',
  ])('is opened by nobody who is not listed: %s', (code) => {
    expect(check(code)).toEqual(['src/server/a.ts: It opens a line to somewhere, which no setting names.']);
    expect(check(code, 'src/pages/a.astro')).toHaveLength(1);
  });

  test('is opened to the node, by whom browsers run, and not by who answers', () => {
    expect(check('fetch(url)', 'src/server/node/ask-json.ts')).toEqual([]);
    expect(check('fetch(url)', 'src/client/a.ts')).toEqual([]);
    const answering =
      "import { createServer } from 'node:http';\nimport type { Socket } from 'node:net';\napp.fetch(request);";
    expect(check(answering)).toEqual([]);
  });
});

test('no pattern that browsers get looks behind', () => {
  const root = fakeTree({
    'src/i18n/a.ts': 'text.split(/(?<=a)b/)',
    'src/server/b.ts': '/(?<!a)b/',
    'src/domain/c.ts': '/(?=b)/',
  });
  expect(sentences(safariRegex(root))).toEqual([
    'src/i18n/a.ts: A pattern looks behind, (?<= or (?<!, which Safari 16 can’t read.',
  ]);
});

describe('doc comments', () => {
  const check = (code: string) => sentences(stackedComments(fakeTree({ 'src/a.ts': code })));

  test('do not stand on each other', () => {
    expect(check('/** One. */\n/** Two. */\nconst two = 2;')).toEqual([
      'src/a.ts: has two doc comments above one thing.',
    ]);
    expect(check('/**\n * The file.\n */\n\n/** Two. */\nconst two = 2;')).toEqual([]);
    expect(check('type A = {\n  /** One. */\n  one: 1;\n  /** Two. */\n  two: 2;\n};')).toEqual([]);
  });
});

describe('what lies outside', () => {
  const check = (text: string) => sentences(strayPaths(fakeTree({ 'docs/a.md': text })));

  test('is not named', () => {
    expect(
      check('See /ru/dashboard, /api/users/photo/, peers/shared/server.mjs and https://example.org/home/x.'),
    ).toEqual([]);
    expect(sentences(strayPaths(fakeTree({ 'package-lock.json': { resolved: 'node_modules/a' } })))).toEqual([]);
  });

  test.each([
    ['a folder of one machine', ['/home', 'anna/atrium'].join('/')],
    ['a folder of one machine', `open ${['/work', 'main'].join('/')}`],
    ['a registry', `"resolved": "https${':'}//example.org/a.tgz"`],
    ['a registry', `https${':'}//registry.example.org/`],
    ['private key', ['-----BEGIN', 'RSA', 'PRIVATE', 'KEY-----'].join(' ')],
    ['out of the project', `as ../${'shared'}/SPEC.md says`],
    ['out of the project', `as ${'shared'}/SPEC.md says`],
  ])('is found: %s', (name, text) => expect(check(text)).toEqual([expect.stringContaining(name)]));
});
