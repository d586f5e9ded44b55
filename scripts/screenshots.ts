import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import type { Language } from '#domain/languages.ts';
import type { Theme } from '#domain/theme.ts';
import { translator } from '#i18n/translator.ts';
import { readConfig } from '#server/base/config.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { builtPages } from '#server/http/pages/astro-pages.ts';
import { start } from '#server/boot/start.ts';
import { fill, send } from '../tests/e2e/forms.ts';
import { openMenu, type Screen, screensIn } from '../tests/e2e/screens.ts';
import { freePort } from '../tests/support/free-port.ts';
import { silentLog } from '../tests/support/app/silent-log.ts';

// `node scripts/screenshots.ts FOLDER [WORD]` captures screens whose file name contains WORD. Two widths, two themes,
// three languages, and some without JavaScript. Build first.
const [folder = 'screenshots', word = ''] = process.argv.slice(2);

const LANGUAGES: Language[] = ['ru', 'de', 'tamil'];
const THEMES: Theme[] = ['dark', 'light'];
const WIDTHS = [360, 1280];
const LINKS = { activation: 'a-letter', used: 'a-letter', reset: 'a-letter', email: 'a-letter' };

let visitors = 0;

type Look = { language: Language; theme: Theme; width: number; javaScriptEnabled: boolean };

await mkdir(folder, { recursive: true });
const dataDir = await mkdtemp(join(tmpdir(), 'atrium-screenshots-'));
const config = readConfig({ DATA_DIR: dataDir, PORT: String(await freePort()), TRUSTED_PROXY_HOPS: '1' });
const site = await start(config, silentLog, builtPages());
const executablePath = process.env['CHROMIUM_PATH'];
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
try {
  for (const look of everyLook()) await takeAll(browser, look);
} finally {
  await browser.close();
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
}

function everyLook(): Look[] {
  return LANGUAGES.flatMap((language) =>
    THEMES.flatMap((theme) =>
      WIDTHS.flatMap((width) =>
        [true, false].map((javaScriptEnabled) => ({ language, theme, width, javaScriptEnabled })),
      ),
    ),
  );
}

async function takeAll(within: Browser, look: Look): Promise<void> {
  for (const screen of screensOf(look)) {
    const file = `${screen.name}-${look.language}-${look.theme}-${look.width}${look.javaScriptEnabled ? '' : '-plain'}.png`;
    if (file.includes(word)) await take(within, look, screen, join(folder, file));
  }
}

/** Without JavaScript, only the guests' screens before any action. */
function screensOf({ language, width, javaScriptEnabled }: Look): Screen[] {
  const screens = screensIn(language, LINKS);
  if (!javaScriptEnabled) return screens.filter(({ as, act }) => !as && !act);
  const profile = screens.find(({ name }) => name === 'profile');
  const menu =
    profile && width < 960 ? [{ ...profile, name: 'menu', act: (page: Page) => openMenu(page, language) }] : [];
  return [...screens, ...menu];
}

async function take(within: Browser, look: Look, screen: Screen, file: string): Promise<void> {
  visitors += 1;
  const options: BrowserContextOptions = {
    baseURL: config.publicOrigin,
    viewport: { width: look.width, height: 800 },
    javaScriptEnabled: look.javaScriptEnabled,
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'x-forwarded-for': `10.1.${visitors >> 8}.${visitors & 255}` },
  };
  const context = await within.newContext(options);
  await context.addCookies([{ name: 'theme', value: look.theme, url: config.publicOrigin }]);
  const page = await context.newPage();
  if (screen.as) await signIn(page, look.language, screen.as);
  await page.goto(screen.address);
  await screen.act?.(page);
  await page.screenshot({ path: file, fullPage: screen.name !== 'menu' && screen.name !== 'languages' });
  await context.close();
}

async function signIn(page: Page, language: Language, username: string): Promise<void> {
  const t = translator(language);
  await page.goto(`/${language}/auth`);
  await fill(page, { [t('auth:sign_in.login')]: username, [t('auth:sign_in.password')]: DEMO_PASSWORD });
  await send(page, t('auth:sign_in.submit'));
}
