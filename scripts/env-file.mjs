// Every command of package.json that runs Atrium imports this first: it sets variables of `.env` that are not set yet.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { refuse, root } from './setup.mjs';

const file = join(root, '.env');
if (existsSync(file)) {
  if (!process.loadEnvFile) refuse(`Reading ${file} needs Node 20.12 or later; this is ${process.version}.`);
  process.loadEnvFile(file);
}
