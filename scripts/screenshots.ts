import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import type { Language } from '#domain/languages.ts';
import type { Theme } from '#domain/theme.ts';
import { openMenu, type Screen, screensIn } from '../tests/e2e/screens.ts';
import { signInByForm, withDemoSite } from './demo-site.ts';

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
await withDemoSite(async (origin, browser) => {
  for (const look of everyLook()) await takeAll({ origin, browser }, look);
});

function everyLook(): Look[] {
  return LANGUAGES.flatMap((language) =>
    THEMES.flatMap((theme) =>
      WIDTHS.flatMap((width) =>
        [true, false].map((javaScriptEnabled) => ({ language, theme, width, javaScriptEnabled })),
      ),
    ),
  );
}

type Site = { origin: string; browser: Browser };

async function takeAll(site: Site, look: Look): Promise<void> {
  for (const screen of screensOf(look)) {
    const file = `${screen.name}-${look.language}-${look.theme}-${look.width}${look.javaScriptEnabled ? '' : '-plain'}.png`;
    if (file.includes(word)) await take(site, look, screen, join(folder, file));
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

async function take({ origin, browser }: Site, look: Look, screen: Screen, file: string): Promise<void> {
  visitors += 1;
  const options: BrowserContextOptions = {
    baseURL: origin,
    viewport: { width: look.width, height: 800 },
    javaScriptEnabled: look.javaScriptEnabled,
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'x-forwarded-for': `10.1.${visitors >> 8}.${visitors & 255}` },
  };
  const context = await browser.newContext(options);
  await context.addCookies([{ name: 'theme', value: look.theme, url: origin }]);
  const page = await context.newPage();
  if (screen.as) await signInByForm(page, look.language, screen.as);
  await page.goto(screen.address);
  await screen.act?.(page);
  await page.screenshot({ path: file, fullPage: screen.name !== 'menu' && screen.name !== 'languages' });
  await context.close();
}
