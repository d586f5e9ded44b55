import './env-file.mjs';
import { ensureInstalled, exitCodeOf, root, toolEnv } from './setup.mjs';
import { spawn } from 'node:child_process';

const node = await ensureInstalled();
const env = { ...process.env, ...toolEnv(node) };
// The files with the islands' texts are generated from these folders.
const watched = ['locales', 'src/islands', 'src/components'].map((folder) => `--watch-path=${folder}`);
const texts = spawn(node, [...watched, '--watch-preserve-output', 'scripts/island-texts.ts'], { cwd: root, env });
const app = spawn(node, ['--watch-path=src/server', '--watch-preserve-output', 'src/server/dev.ts'], {
  cwd: root,
  stdio: 'inherit',
  env,
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => app.kill(signal));
process.exitCode = await exitCodeOf(app, 'src/server/dev.ts');
texts.kill();
