import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright';
import { openChromium } from '../tests/support/chromium.ts';
import { startApp } from './app.ts';
import { type Figures, median, note } from './phone/figures.ts';
import { openPage, type Visited } from './phone/phone.ts';
import { markdown } from './phone/table.ts';
import { signInAsAnna } from './sign-in.ts';

/**
 * How long an island takes to come alive on a cheap phone, from the finger on it: with its modules fetched ahead, and
 * without them, as for who saves data. Then the longest wait for a picture after a press, with the island alive, and the
 * first paint of the next page, whose files are there.
 * `node bench/alive.ts --rounds 5`, on the demo's people.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const PHONE = { slowdown: 6, latencyMs: 150 };
const SETTLED_MS = 3_000;
const PATIENCE_MS = 15_000;
const MUST = { ahead: 250, saved: 1_500, press: 200, next: PHONE.latencyMs + 150 };

/** Where the finger goes, and what it presses once the island is alive. */
const PAGES = [
  { name: 'team', address: '/ru/dashboard/team', touch: '#search', press: '#members nav a, #members a.chip' },
  { name: 'finance', address: '/ru/dashboard/finance', touch: '#amount', press: '.chips a.chip:not([aria-current])' },
  {
    name: 'licenses',
    address: '/ru/dashboard/licenses',
    touch: 'main a.chip',
    press: 'main a.chip:not([aria-current])',
  },
  { name: 'settings', address: '/ru/dashboard/settings', touch: 'main input', press: 'main input' },
  { name: 'support', address: '/ru/dashboard/support', touch: 'main textarea', press: 'main textarea' },
] as const;

type Subject = (typeof PAGES)[number];

const figures: Figures = {};
const app = await startApp();
const browser = await openChromium();
try {
  const { access } = await signInAsAnna(app.origin);
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const subject of PAGES) {
      note(figures, subject.name, await visit(browser, subject, access, false));
      note(figures, subject.name, await visit(browser, subject, access, true));
    }
} finally {
  await browser.close();
  await app.stop();
}
const cell = (name: string, figure: keyof typeof MUST) => {
  const ms = median(figures[name]?.[figure]);
  return ms === undefined ? '–' : `${Math.round(ms)} ${ms <= MUST[figure] ? 'met' : 'MISSED'}`;
};
console.log(
  markdown([
    [
      '',
      `alive, modules there, ms (≤ ${MUST.ahead})`,
      `not there (≤ ${MUST.saved})`,
      `press to picture (≤ ${MUST.press})`,
      `next page painted (≤ ${MUST.next})`,
    ],
    ...PAGES.map(({ name }) => [
      name,
      cell(name, 'ahead'),
      cell(name, 'saved'),
      cell(name, 'press'),
      cell(name, 'next'),
    ]),
  ]),
);

async function visit(
  chromium: Browser,
  { address, touch, press, name }: Subject,
  cookie: string,
  savesData: boolean,
): Promise<Record<string, number>> {
  const visited = await openPage(
    chromium,
    { name, url: app.origin + address, cookie, box: '', rows: '', all: 0, word: '' },
    PHONE,
  );
  const { page, close } = visited;
  if (savesData)
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await page.addInitScript(watch);
  await page.goto(app.origin + address, { waitUntil: 'load' });
  await delay(SETTLED_MS);
  await tap(visited, touch);
  await page.waitForFunction(() => globalThis.alive.ms !== undefined, undefined, { timeout: PATIENCE_MS });
  const alive = (await page.evaluate(() => globalThis.alive.ms)) ?? Number.NaN;
  await delay(SETTLED_MS);
  await page.evaluate(() => (globalThis.alive.presses.length = 0));
  await tap(visited, press);
  await delay(SETTLED_MS);
  const presses = await page.evaluate(() => globalThis.alive.presses);
  const next = await firstPaint(page);
  await close();
  return { [savesData ? 'saved' : 'ahead']: alive, press: Math.max(0, ...presses), next };
}

/** Of the page that a link leads to. */
async function firstPaint(page: Page): Promise<number> {
  await page.locator('#nav a[href$="/dashboard/feed"]').evaluate((link) => (link as HTMLElement).click());
  await page.waitForURL('**/dashboard/feed', { waitUntil: 'load' });
  await delay(SETTLED_MS);
  return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN);
}

async function tap({ page, protocol }: Visited, selector: string): Promise<void> {
  const element = page.locator(selector).first();
  await element.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await protocol.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [{ x: x + width / 2, y: y + height / 2 }],
  });
  await protocol.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

declare global {
  var alive: { ms?: number; presses: number[] };
}

/** Runs in the page, before anything of the page does. */
function watch(): void {
  const alive: typeof globalThis.alive = (globalThis.alive = { presses: [] });
  let touchedMs: number | undefined;
  addEventListener('pointerdown', ({ timeStamp }) => (touchedMs ??= timeStamp), true);
  new MutationObserver(() => {
    const isAsleep = document.querySelector('main astro-island[ssr]') !== null;
    if (!isAsleep && touchedMs !== undefined) alive.ms ??= performance.now() - touchedMs;
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['ssr'] });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[])
      if (entry.interactionId) alive.presses.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}
