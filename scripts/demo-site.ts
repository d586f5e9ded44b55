import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import type { Language } from '#domain/languages.ts';
import { translator } from '#i18n/translator.ts';
import { readConfig } from '#server/base/config.ts';
import { start } from '#server/boot/start.ts';
import { builtPages } from '#server/http/pages/astro-pages.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { fill, send } from '../tests/e2e/forms.ts';
import { silentLog } from '../tests/support/app/silent-log.ts';
import { freePort } from '../tests/support/free-port.ts';

/** Runs the built site with the demo's people and a browser, and stops both afterwards. */
export async function withDemoSite(use: (origin: string, browser: Browser) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-demo-'));
  const config = readConfig({ DATA_DIR: dataDir, PORT: String(await freePort()), TRUSTED_PROXY_HOPS: '1' });
  const site = await start(config, silentLog, builtPages());
  const executablePath = process.env['CHROMIUM_PATH'];
  const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
  try {
    await use(config.publicOrigin, browser);
  } finally {
    await browser.close();
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

export async function signInByForm(page: Page, language: Language, username: string): Promise<void> {
  const t = translator(language);
  await page.goto(`/${language}/auth`);
  await fill(page, { [t('auth:sign_in.login')]: username, [t('auth:sign_in.password')]: DEMO_PASSWORD });
  await send(page, t('auth:sign_in.submit'));
}
