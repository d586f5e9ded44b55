import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, exitCodeOf, root, toolEnv } from './setup.mjs';

const SOURCES = [
  'src',
  'public',
  'locales',
  'astro.config.mjs',
  'astro-i18next.config.cjs',
  'package.json',
  'package-lock.json',
  'scripts/bundle-server.ts',
  'scripts/island-texts.ts',
  'scripts/tidy/texts',
  'scripts/compress.ts',
];
/** Written by the build, so it is not part of the sources. */
const MADE = join('src', 'i18n', 'built');
const stamp = join(root, 'dist', '.stamp');

/** Builds the site and prints output only on failure. Resolves to the exit code. */
export async function build(node) {
  const sources = hashOfSources();
  rmSync(stamp, { force: true });
  const steps = [
    [join('scripts', 'island-texts.ts')],
    [join('node_modules', 'astro', 'bin', 'astro.mjs'), 'build'],
    [join('scripts', 'bundle-server.ts')],
    [join('scripts', 'compress.ts'), join('dist', 'client')],
  ];
  for (const step of steps) {
    const code = await runQuietly(node, step);
    if (code !== 0) return code;
  }
  writeFileSync(stamp, sources);
  return 0;
}

export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources();
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap(filesBelow))
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

function filesBelow(path) {
  const full = join(root, path);
  if (path === MADE || !existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .toSorted()
    .flatMap((name) => filesBelow(join(path, name)));
}

async function runQuietly(node, args) {
  const child = spawn(node, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...toolEnv(node) },
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const code = await exitCodeOf(child, args[0]);
  if (code !== 0) process.stderr.write(Buffer.concat(output));
  return code;
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await build(await ensureInstalled());
}
