import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright';
import { openChromium } from '../tests/support/browser/chromium.ts';
import { fetchedAhead, type Load, loadOf, touch } from '../tests/support/browser/page-load.ts';
import { startApp } from './app.ts';
import { measureMachine } from './quality/machine.ts';
import { writeFigures } from './quality/written.ts';
import { signInAsAnna } from './sign-in.ts';

/** Bytes that a page loads before any touch, and while it is idle. `--language en` */
const LANGUAGE = process.argv.includes('--language') ? process.argv[process.argv.indexOf('--language') + 1]! : 'ru';
const PARTNER = 'partnerlink/anna';
const GUESTS = ['auth', 'auth/sign-up?ref=anna'];
const MEMBERS = ['profile', 'team', 'team/ivan', 'finance', 'finance/transactions', 'licenses', 'licenses/structure']
  .concat(['turbo', 'feed', 'notices', 'support', 'settings', 'settings/security'])
  .map((page) => `dashboard/${page}`);
const SAVING = { saveData: true };
/** Connections on which nothing is fetched while idle, tried on the heaviest page. */
const SPARING = [SAVING, { saveData: false, effectiveType: '3g' }];
const HEAVIEST = 'dashboard/finance';
const STYLES = 'dist/client/_astro';
const SETTLED_MS = 1500;
const MOST_TRIES = 10;

const machine = await measureMachine();
const app = await startApp();
const browser = await openChromium();
let spared: number | undefined;
const rows: { page: string; first: Load; later?: Load; idle?: number }[] = [];
try {
  const { access } = await signInAsAnna(app.origin);
  for (const page of [PARTNER, ...GUESTS]) rows.push({ page, first: await visit(page) });
  for (const page of MEMBERS) rows.push(await visitAsMember(page, access));
  spared = Math.max(...(await Promise.all(SPARING.map((line) => idleOn(line, access)))));
} finally {
  await browser.close();
  await app.stop();
}

console.table(
  rows.map(({ page, first, later, idle }) => ({
    page,
    'first visit, kB': kB(first.bytes),
    requests: first.requests,
    'script run, kB gzip': kB(first.scriptBytes),
    'later, kB': kB(later?.bytes),
    'idle, kB': kB(idle),
  })),
);
await writeFigures('bytes', {
  machine,
  figures: {
    partner: most([PARTNER], ({ first }) => first.bytes),
    'partner, script': most([PARTNER], ({ first }) => first.scriptBytes),
    guests: most(GUESTS, ({ first }) => first.bytes),
    'first visit': most(MEMBERS, ({ first }) => first.bytes),
    later: most(MEMBERS, ({ later }) => later?.bytes),
    script: most([...GUESTS, ...MEMBERS], ({ first, later }) => Math.max(first.scriptBytes, later?.scriptBytes ?? 0)),
    idle: most(MEMBERS, ({ idle }) => idle),
    'idle, saved or slow': kB(spared),
    stylesheets: kB(stylesheetBytes()),
  },
  details: rows.map(({ first, later, ...row }) => ({ ...row, first: first.bytes, later: later?.bytes })),
});

async function visit(page: string, cookie?: string): Promise<Load> {
  const context = await openContext(browser, cookie);
  const load = await loadOf(await openOn(SAVING, context), addressOf(page));
  await context.close();
  return load;
}

async function visitAsMember(page: string, cookie: string) {
  const context = await openContext(browser, cookie);
  const saving = await openOn(SAVING, context);
  const first = await loadOf(saving, addressOf(page));
  await touch(saving);
  const later = await loadOf(saving, addressOf(page));
  await context.close();
  const eager = await openContext(browser, cookie);
  const idling = await eager.newPage();
  await idling.goto(addressOf(page), { waitUntil: 'networkidle' });
  const idle = await settledAhead(idling);
  await eager.close();
  return { page, first, later, idle };
}

/** On a busy processor, idle fetches begin late. */
async function settledAhead(page: Page): Promise<number> {
  let [bytes, before] = [0, -1];
  for (let tries = 0; tries < MOST_TRIES && (bytes === 0 || bytes !== before); tries += 1) {
    await page.waitForTimeout(SETTLED_MS);
    before = bytes;
    bytes = sum(await fetchedAhead(page));
  }
  return bytes;
}

async function openContext(from: Browser, cookie: string | undefined): Promise<BrowserContext> {
  const context = await from.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  if (cookie) await context.addCookies([{ name: 'access_token', value: cookie, url: app.origin }]);
  return context;
}

async function openOn(line: object, context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), line);
  return page;
}

async function idleOn(line: object, cookie: string): Promise<number> {
  const context = await openContext(browser, cookie);
  const page = await openOn(line, context);
  await page.goto(addressOf(HEAVIEST), { waitUntil: 'networkidle' });
  await page.waitForTimeout(SETTLED_MS);
  const bytes = sum(await fetchedAhead(page));
  await context.close();
  return bytes;
}

function addressOf(page: string): string {
  return `${app.origin}/${LANGUAGE}/${page}`;
}

/** Compresses each stylesheet separately, as it is sent. */
function stylesheetBytes(): number {
  const sheets = readdirSync(STYLES).filter((file) => file.endsWith('.css'));
  return sum(sheets.map((file) => gzipSync(readFileSync(join(STYLES, file))).length));
}

function most(pages: string[], bytes: (row: (typeof rows)[number]) => number | undefined): number | undefined {
  return kB(Math.max(...rows.filter(({ page }) => pages.includes(page)).map((row) => bytes(row) ?? Number.NaN)));
}

function kB(bytes: number | undefined): number | undefined {
  return bytes === undefined ? undefined : Math.round(bytes / 100) / 10;
}

function sum(list: number[]): number {
  return list.reduce((total, value) => total + value, 0);
}
