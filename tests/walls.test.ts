import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import astroConfig from '../astro.config.mjs';
import { afterwards } from './support/afterwards.ts';

const root = resolve(import.meta.dirname, '..');

/** By importing file: imports that are allowed and refused. */
const walls: Record<string, { allowed: string[]; refused: string[] }> = {
  'src/domain/prices.ts': {
    allowed: ['./plans.ts'],
    refused: ['#contracts/a.ts', '#i18n/a.ts', '#server/db/a.ts', '../contracts/a.ts', 'zod', 'node:fs'],
  },
  'src/contracts/finance.ts': {
    allowed: ['#domain/a.ts', './auth.ts', 'zod'],
    refused: ['#components/ui/a.tsx', '#i18n/a.ts', '#client/a.ts', '#server/members/auth/index.ts', '../i18n/a.ts'],
  },
  'src/i18n/money.ts': {
    allowed: ['#domain/a.ts', '#contracts/a.ts', '../../locales/en/common.json'],
    refused: ['#components/ui/a.astro', '#server/base/log.ts', '#client/a.ts', '../server/base/log.ts'],
  },
  'src/components/team/row.astro': {
    allowed: ['#components/ui/a.astro', '#i18n/a.ts', '#domain/a.ts', '#contracts/a.ts', './cell.astro'],
    refused: [
      '#server/members/team/index.ts',
      '#stores/a.ts',
      '#client/a.ts',
      '#islands/team/a.tsx',
      '#layouts/a.astro',
      '../../server/base/log.ts',
    ],
  },
  'src/components/ui/button.astro': {
    allowed: ['#components/ui/icon.astro', '#contracts/fields.ts', '#domain/a.ts', '#i18n/a.ts', './icon.astro'],
    refused: ['#components/team/row.astro', '#components/menu.astro', '#contracts/team.ts', '../team/row.astro'],
  },
  'src/client/call.ts': {
    allowed: ['#contracts/a.ts', '#domain/a.ts', './page.ts', 'ofetch'],
    refused: ['#i18n/a.ts', '#stores/a.ts', '#server/http/a.ts', '#components/ui/a.astro', '../server/http/a.ts'],
  },
  'src/client/page/menu.ts': {
    allowed: ['#client/a.ts', '#contracts/a.ts', '#domain/a.ts', './theme.ts'],
    refused: ['#stores/menu.ts', '#i18n/a.ts', '#server/http/a.ts', '#components/ui/a.astro', '#islands/team/a.tsx'],
  },
  'src/stores/menu.ts': {
    allowed: ['#client/a.ts', '#contracts/a.ts', '#domain/a.ts', '#i18n/a.ts'],
    refused: ['#components/ui/a.tsx', '#islands/team/a.tsx', '#server/members/team/index.ts', '../islands/team/a.tsx'],
  },
  'src/islands/shared/use-form.ts': {
    allowed: ['#components/ui/a.tsx', '#stores/a.ts', '#client/a.ts', '#contracts/a.ts', './use-rows.ts'],
    refused: [
      '../finance/pin.tsx',
      '../finance/pin/field.tsx',
      '#islands/finance/pin.tsx',
      './load.server.ts',
      '#server/base/log.ts',
      '../styles/a.ts',
    ],
  },
  'src/islands/finance/withdraw-form.tsx': {
    allowed: [
      '#components/ui/a.tsx',
      '#stores/a.ts',
      '#client/a.ts',
      '#contracts/a.ts',
      '#domain/a.ts',
      '#i18n/a.ts',
      './pin.tsx',
      './pin/field.tsx',
      '#islands/shared/use-form.ts',
    ],
    refused: [
      '#islands/team/table.tsx',
      '../team/table.tsx',
      '#components/team/row.tsx',
      '#layouts/a.astro',
      '#server/members/finance/index.ts',
      './withdraw.server.ts',
      '#islands/shared/load.server.ts',
      'node:crypto',
    ],
  },
  'src/islands/finance/withdraw.server.ts': {
    allowed: [
      ...['./view.ts', './history.server.ts', 'node:crypto', '#contracts/a.ts', '#domain/a.ts'],
      '#islands/shared/load.server.ts',
    ],
    refused: [
      '../team/table.server.ts',
      '#islands/team/table.server.ts',
      '#server/members/finance/index.ts',
      '#layouts/a.astro',
    ],
  },
  'src/layouts/page.astro': {
    allowed: [
      '#components/a.astro',
      '#islands/team/a.tsx',
      '#client/a.ts',
      '#contracts/a.ts',
      '#domain/a.ts',
      '#i18n/a.ts',
    ],
    refused: ['#stores/menu.ts', '#server/site/index.ts', '../stores/menu.ts', '../pages/a.astro'],
  },
  'src/pages/[lang]/dashboard/team.astro': {
    allowed: [
      '#layouts/a.astro',
      '#components/a.astro',
      '#islands/team/a.tsx',
      '#client/a.ts',
      '#contracts/a.ts',
      '#domain/a.ts',
      '#i18n/a.ts',
    ],
    refused: [
      '#stores/menu.ts',
      '#server/members/team/index.ts',
      '../../../server/members/team/index.ts',
      '../../../stores/menu.ts',
    ],
  },
  'src/middleware.ts': {
    allowed: ['#domain/a.ts', '#i18n/a.ts', '#contracts/a.ts', 'astro:middleware'],
    refused: ['#server/http/pages/gateway.ts', './server/http/pages/gateway.ts', '#components/a.astro', '#client/a.ts'],
  },
  'src/server/db/schema/members.ts': {
    allowed: ['./columns.ts', '../known-day.ts', '#server/db/failures.ts', '#server/base/clock.ts', 'drizzle-orm'],
    refused: ['../../base/clock.ts', '../../auth/a.ts'],
  },
  'src/simulator/state.ts': {
    allowed: ['#server/node/contract.ts', './journal.ts', 'hono'],
    refused: [
      ...['#server/node/client.ts', '#server/node/index.ts', '#server/base/log.ts', '#domain/a.ts', '#contracts/a.ts'],
      '../server/node/contract.ts',
    ],
  },
  'src/server/members/finance/request-withdrawal.ts': {
    allowed: ['./queries.ts', './stop/stop-withdrawals.ts', '#server/members/auth/index.ts', '#server/jobs/add-job.ts'],
    refused: [
      ...['../auth/index.ts', '#server/members/auth/sign-in.ts', '#server/node/client.ts', '#server/mail/mailer.ts'],
      ...['#server/members/data/index.ts', '#components/a.astro', '#layouts/a.astro', '#islands/team/a.tsx'],
      ...['#stores/a.ts', '#client/a.ts', '../../../components/a.astro', '#simulator/server.ts'],
    ],
  },
  'src/server/operator/staff/sign-in.ts': {
    allowed: ['./session.ts', '#server/members/auth/index.ts', '#server/operator/members/index.ts'],
    refused: ['#server/operator/console/index.ts', '#server/members/auth/sign-in.ts', '../console/index.ts'],
  },
  'src/server/http/front/etag.ts': {
    allowed: ['./compression.ts', '#server/api/request-info.ts', '#server/members/auth/index.ts'],
    refused: ['#server/http/pages/page-cache.ts', '#server/http/handler.ts', '#components/a.astro', '#client/a.ts'],
  },
};

/** Layers of the server from the bottom up, each with a file that others may import. */
const FLOORS = {
  base: 'clock.ts',
  db: 'connect.ts',
  engine: 'index.ts',
  node: 'index.ts',
  observe: 'metrics/index.ts',
  api: 'route.ts',
  jobs: 'add-job.ts',
  audit: 'index.ts',
  ledger: 'index.ts',
  mail: 'index.ts',
  backup: 'index.ts',
  members: 'team/index.ts',
  operator: 'console/index.ts',
  http: 'handler.ts',
  boot: 'start.ts',
};

const floors = Object.entries(FLOORS).map(([floor, door]) => ({ floor, door: `#server/${floor}/${door}` }));
for (const [index, { floor }] of floors.entries()) {
  walls[`src/server/${floor}/${floor === 'members' ? 'transactions/' : ''}a-file.ts`] = {
    allowed: ['#contracts/a.ts', '#domain/a.ts', '#i18n/a.ts', ...floors.slice(0, index).map(({ door }) => door)],
    refused: [...floors.slice(index + 1).map(({ door }) => door), '#islands/team/a.tsx', '#stores/a.ts'],
  };
}

/** Refused in every folder: tools, and paths that bypass the aliases. */
const neverImported = (from: string) => {
  const up = '../'.repeat(from.split('/').length - 1);
  const tools = ['tests/support/cast.ts', 'scripts/tidy.ts', 'bench/team.ts'].map((file) => `${up}${file}`);
  return [...tools, '/src/server/base/log.ts'];
};

describe('oxlint, in a folder laid out like ours', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-walls-'));
  let refusals: Set<string>;

  beforeAll(() => {
    copyConfig(folder);
    for (const [from, { allowed, refused }] of Object.entries(walls)) {
      write(from, [...allowed, ...refused, ...neverImported(from)]);
    }
    refusals = lint(folder);
  });
  afterwards(() => rmSync(folder, { recursive: true }));

  function write(from: string, imports: string[]): void {
    const lines = imports.map((name) => `import ${JSON.stringify(name)};`).join('\n');
    mkdirSync(dirname(join(folder, from)), { recursive: true });
    writeFileSync(join(folder, from), from.endsWith('.astro') ? `---\n${lines}\n---\n<p></p>\n` : `${lines}\n`);
  }

  for (const [from, { allowed, refused }] of Object.entries(walls)) {
    test.each(allowed)(`${from} may import %s`, (name) => expect(refusals).not.toContain(`${from} ← ${name}`));
    test.each(refused)(`${from} may not import %s`, (name) => expect(refusals).toContain(`${from} ← ${name}`));
    test.each(neverImported(from))(`${from} may not import %s`, (name) =>
      expect(refusals).toContain(`${from} ← ${name}`),
    );
  }

  test('every layer of src stands behind a wall', () => {
    const guarded = new Set(Object.keys(walls).map((file) => file.split('/')[1]));
    const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
    const layers = new Set(files.filter((file) => /\/.*\.(astro|tsx?)$/.test(file)).map((file) => file.split('/')[0]));
    expect([...layers].filter((layer) => !guarded.has(layer))).toEqual([]);
  });
});

function copyConfig(folder: string): void {
  for (const file of ['oxlint.config.ts', 'package.json']) cpSync(join(root, file), join(folder, file));
}

/** `file ← import` for every refused import. */
function lint(folder: string): Set<string> {
  const walled = findings(folder).filter(({ code }) => code === 'eslint(no-restricted-imports)');
  return new Set(walled.map(({ filename, message }) => `${filename} ← ${/^'([^']*)'/.exec(message)?.[1] ?? message}`));
}

type Finding = { code: string; message: string; filename: string };

function findings(folder: string): Finding[] {
  const oxlint = join(root, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(oxlint, ['--format', 'json', '.'], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Finding[] };
  return diagnostics;
}

describe('two files that import each other', () => {
  test('are refused, even when they import types only', () => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-walls-'));
    copyConfig(folder);
    for (const at of ['base', 'members/team']) mkdirSync(join(folder, 'src/server', at), { recursive: true });
    writeFileSync(
      join(folder, 'src/server/base/clock.ts'),
      `export type { TeamQuery } from '#server/members/team/team-query.ts';\n`,
    );
    writeFileSync(
      join(folder, 'src/server/members/team/team-query.ts'),
      `import type { TeamQuery as Other } from '#server/base/clock.ts';\nexport type TeamQuery = Other;\n`,
    );
    const inCircle = findings(folder).filter(({ code }) => code === 'import(no-cycle)');
    expect(inCircle.map(({ filename }) => filename).toSorted()).toEqual([
      'src/server/base/clock.ts',
      'src/server/members/team/team-query.ts',
    ]);
    rmSync(folder, { recursive: true });
  });
});

describe('a script of a page', () => {
  test('is seen by oxlint as well as the frontmatter', () => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-walls-'));
    copyConfig(folder);
    mkdirSync(join(folder, 'src/pages'), { recursive: true });
    writeFileSync(
      join(folder, 'src/pages/a.astro'),
      `<script>\n  import '#server/base/log.ts';\n  await import('#stores/a.ts');\n</script>\n`,
    );
    expect([...lint(folder)]).toEqual(['src/pages/a.astro ← #server/base/log.ts', 'src/pages/a.astro ← #stores/a.ts']);
    rmSync(folder, { recursive: true });
  });
});

describe('a text', () => {
  test.each([
    ['eval(text);', 'eslint(no-eval)'],
    ['globalThis.eval(text);', 'eslint(no-eval)'],
    ['new Function(text);', 'eslint(no-new-func)'],
    ["setTimeout('text()', 1);", 'eslint(no-implied-eval)'],
  ])('is never run as code: %s', (line, rule) => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-walls-'));
    copyConfig(folder);
    writeFileSync(join(folder, 'a.ts'), `const text = '1';\n${line}\nexport { text };\n`);
    expect(findings(folder).map(({ code }) => code)).toContain(rule);
    rmSync(folder, { recursive: true });
  });
});

describe('the build for the browser', () => {
  const plugin = astroConfig.vite?.plugins?.flat().find(isServerOnly);
  const load = (environment: string, id: string) => plugin?.load.call({ environment: { name: environment } }, id);

  test('refuses a file of the server', () => {
    expect(() => load('client', join(root, 'src/server/db/connect.ts'))).toThrow(/belongs to the server/);
  });
  test('refuses the half of a screen that pages run', () => {
    expect(() => load('client', join(root, 'src/islands/finance/withdraw.server.ts'))).toThrow(/belongs to the server/);
  });
  test('takes everything else', () => {
    expect(() => load('client', join(root, 'src/client/call.ts'))).not.toThrow();
  });
  test('is not the build for the server', () => {
    expect(() => load('ssr', join(root, 'src/server/db/connect.ts'))).not.toThrow();
  });
});

type ServerOnly = { name: string; load: (this: { environment: { name: string } }, id: string) => void };

function isServerOnly(plugin: unknown): plugin is ServerOnly {
  return typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === 'atrium:server-only';
}
