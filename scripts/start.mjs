import './env-file.mjs';
import { spawn } from 'node:child_process';
import { build, isBuilt } from './build.mjs';
import { server, worker } from './server.mjs';
import { ensureInstalled, exitCodeOf, refuse, root, withProgress } from './setup.mjs';

const node = await ensureInstalled();
if (!isBuilt()) {
  const exitCode = await withProgress('Building the site', () => build(node));
  if (exitCode !== 0) refuse('The site could not be built, for the reason above.');
}

// The demo shows every way to reach support; production shows a chat only if SUPPORT_CHAT_URL is set.
const { NODE_ENV, DATABASE_URL, DATABASE_URL_FILE, DEMO = String(NODE_ENV !== 'production') } = process.env;
const chat =
  DEMO === 'true' && !DATABASE_URL && !DATABASE_URL_FILE ? { SUPPORT_CHAT_URL: 'https://chat.atrium.example/' } : {};
const { args, env: own } = process.argv[2] === 'worker' ? worker : server;
const env = { ...chat, ...process.env, ...own, DEMO };
console.log('Starting; the first time takes up to a minute …');
const app = spawn(node, args, { cwd: root, stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // A terminal sends Ctrl-C to the app, too.
    const isFromTerminal = signal === 'SIGINT' && process.stdin.isTTY;
    if (!isFromTerminal) app.kill(signal);
  });
}
process.exitCode = await exitCodeOf(app, 'The server');
