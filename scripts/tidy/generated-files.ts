import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS } from '../../src/server/config.ts';
import type { Finding } from './finding.ts';

type GeneratedFile = { file: string; source: string; text: string };

/** Files that say again, for a tool or for people, what stands somewhere else. */
export function generateFiles(root: string): GeneratedFile[] {
  return [
    { file: '.env.example', source: 'src/server/config.ts', text: envExample() },
    { file: '.nvmrc', source: 'package.json', text: `${nodeVersion(root)}\n` },
  ];
}

export function generatedFiles(root: string): Finding[] {
  return generateFiles(root)
    .filter(({ file, text }) => !existsSync(join(root, file)) || readFileSync(join(root, file), 'utf8') !== text)
    .map(({ file, source }) => ({ file, problem: `It is not what ${source} says: npm run generate.` }));
}

const ENV_HEAD = `# Every variable that Atrium reads, with its default. Written by npm run generate from src/server/config.ts.
# Everything has a default for the demo; in production, set what is marked as required there. No program reads this
# file: what you change belongs into .env beside it, which npm start and npm run operator read (npm run operator -- init
# writes one), or into the environment, by a unit's EnvironmentFile or a container's --env-file. The environment wins.
`;

function envExample(): string {
  const variables = SETTINGS.map(({ name, preset, about }) => `# ${about}\n# ${name}=${quoted(preset)}\n`);
  return [ENV_HEAD, ...variables].join('\n');
}

/** As a shell needs it, and as what else reads such files understands it. */
function quoted(value: string): string {
  return /^[\w./:@-]*$/.test(value) ? value : `'${value}'`;
}

function nodeVersion(root: string): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node;
}
