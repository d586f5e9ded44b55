// Imported first by every command of package.json that runs Atrium: what `.env` sets and the environment does not.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { refuse, root } from './setup.mjs';

const file = join(root, '.env');
if (existsSync(file)) {
  if (!process.loadEnvFile) refuse(`Reading ${file} needs Node 20.12 or later; this is ${process.version}.`);
  process.loadEnvFile(file);
}
