import { mkdtemp, rm, mkdir } from 'node:fs/promises';
import { chromium } from 'playwright';
import { readConfig } from '#server/config.ts';
import { silentLog } from '#server/log.ts';
import { builtPages } from '#server/site/built-pages.ts';
import { start } from '#server/start.ts';
import { freePort } from '../tests/support/free-port.ts';
import { readFileSync } from 'node:fs';
const dataDir = await mkdtemp('/tmp/screen-shots-');
const config = readConfig({ DATA_DIR: dataDir, PORT: String(await freePort()), TRUSTED_PROXY_HOPS: '1', EXPLORER_URL: 'https://tronscan.org/#/transaction/{id}' });
const log = (level: string, ...rest: unknown[]) => { if (level === 'error') console.log(level, JSON.stringify(rest).slice(0, 2000)); };
const site = await start(config, log as never, { render: builtPages(), filesRoot: './dist/client' });
const browser = await chromium.launch({ args: ['--no-sandbox'], executablePath: '/usr/bin/chromium' });
await mkdir('/tmp/screen-shots', { recursive: true });
let n = 0;
async function open(o: { language?: string; theme?: string; width?: number; js?: boolean; who?: string } = {}) {
  const { language = 'ru', theme = 'dark', width = 1280, js = true, who = 'anna' } = o;
  const context = await browser.newContext({ baseURL: config.publicOrigin, viewport: { width, height: 900 }, javaScriptEnabled: js, reducedMotion: 'reduce', extraHTTPHeaders: { 'x-forwarded-for': `10.9.${n >> 8}.${++n & 255}` } });
  await context.addCookies([{ name: 'theme', value: theme, url: config.publicOrigin }]);
  const page = await context.newPage();
  page.on('console', (m) => console.log('console', m.type(), m.text().slice(0, 300)));
  page.on('pageerror', (e) => console.log('pageerror', e.message));
  const check = await (await fetch(`${config.publicOrigin}/api/auth/bot-check/`, { headers: { 'accept-language': 'en' } })).json();
  const { answerQuestion } = await import('../tests/support/bot-check.ts');
  const answer = await fetch(`${config.publicOrigin}/api/auth/sign-in/`, { method: 'POST', headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.8.0.${n & 255}` }, body: JSON.stringify({ login: who, password: 'Demo-2026!', bot_check: answerQuestion(check.question) }) });
  const { access, refresh } = await answer.json();
  await context.addCookies([{ name: 'access_token', value: access, url: config.publicOrigin, httpOnly: true }, { name: 'refresh_token', value: refresh, url: config.publicOrigin, httpOnly: true }]);
  return Object.assign(page, { shot: (name: string) => page.screenshot({ path: `/tmp/screen-shots/${name}.png`, fullPage: true }), lang: language });
}
try {
  const code = readFileSync(process.argv[2]!, 'utf8');
  await new Function('open', 'config', `return (async () => { ${code} })()`)(open, config);
} finally {
  await browser.close();
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
}
