import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS } from '../../../src/server/base/config-settings.ts';
import type { Finding } from '../finding.ts';
import { plansPage } from './plans-page.ts';

type GeneratedFile = { file: string; source: string; text: string };

export function generateFiles(root: string): GeneratedFile[] {
  return [
    { file: '.env.example', source: 'src/server/base/config-settings.ts', text: envExample() },
    { file: 'docs/configuration.md', source: 'src/server/base/config-settings.ts', text: configurationPage() },
    { file: 'docs/plans-file.md', source: 'src/server/members/places/plans-file.ts', text: plansPage() },
    { file: '.nvmrc', source: 'package.json', text: `${nodeVersion(root)}\n` },
  ];
}

export function generatedFiles(root: string): Finding[] {
  return generateFiles(root)
    .filter(({ file, text }) => !existsSync(join(root, file)) || readFileSync(join(root, file), 'utf8') !== text)
    .map(({ file, source }) => ({ file, problem: `It is not what ${source} says: npm run generate.` }));
}

const ENV_HEAD = `# Every variable that Atrium reads, with its default. Written by npm run generate from src/server/base/config-settings.ts.
# Everything has a default for the demo; in production, set what is marked as required there. No program reads this
# file: what you change belongs into .env beside it, which npm start and npm run operator read (npm run operator -- init
# writes one), or into the environment, by a unit's EnvironmentFile or a container's --env-file. The environment wins.
# The same as a table, and what stands behind it: docs/configuration.md
`;

function envExample(): string {
  const variables = SETTINGS.map(({ name, preset, about, required, isSecret }) => {
    const sentence = required ? about.replace(/\.$/, `; required ${required}.`) : about;
    return `# ${sentence}\n# ${name}=${quoted(preset)}\n${isSecret ? `# ${name}_FILE=\n` : ''}`;
  });
  return [ENV_HEAD, ...variables].join('\n');
}

const PAGE_HEAD = `# Configuration

Atrium is configured by environment variables alone. This page is written by \`npm run generate\` from [src/server/base/config-settings.ts](../src/server/base/config-settings.ts); \`npm run tidy\` fails when it is out of date. [.env.example](../.env.example) is the same list as a file to copy from.

- The app reads all of it once, when it starts. A wrong value ends the start with one sentence and exit code 1, before anything listens or the database is touched.
- A variable that is set to nothing is not set.
- “Production” means \`DEMO=false\`, or \`NODE_ENV=production\` where \`DEMO\` is not set.
- A secret may stand in a file: \`NAME_FILE\` then names the file, and \`NAME\` stays empty. Line ends at the end of the file are left out.
`;

const COLUMNS = ['Name', 'Preset', 'Required', 'Meaning', 'Secret'] as const;

function configurationPage(): string {
  const rows = SETTINGS.map(({ name, preset, about, required, isSecret }) => [
    `\`${name}\``,
    preset ? `\`${preset}\`` : '',
    required ?? '',
    about,
    isSecret ? `yes, or \`${name}_FILE\`` : 'no',
  ]);
  const cells = [[...COLUMNS], ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = COLUMNS.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const [head = '', ...lines] = cells.map((row) =>
    tableLine(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))),
  );
  const rule = tableLine(widths.map((width) => '-'.repeat(width)));
  return [PAGE_HEAD, head, rule, ...lines, ''].join('\n');
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Quoted so that shells and other readers of `.env` files understand it. */
function quoted(value: string): string {
  return /^[\w./:@-]*$/.test(value) ? value : `'${value}'`;
}

function nodeVersion(root: string): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node;
}
