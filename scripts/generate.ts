import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generateFiles } from './tidy/code/generated-files.ts';

const root = resolve(import.meta.dirname, '..');
for (const { file, text } of generateFiles(root)) writeFileSync(join(root, file), text);
