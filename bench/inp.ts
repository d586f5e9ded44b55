import type { Page } from 'playwright';
import { openChromium } from '../tests/support/browser/chromium.ts';
import { startApp } from './app.ts';
import { type Figures, highest, median, note } from './phone/figures.ts';
import { openPage } from './phone/phone.ts';
import { openMachine } from './quality/machine.ts';
import { writeFigures } from './quality/written.ts';
import { signInAsAnna } from './sign-in.ts';

/**
 * Interaction to next paint per screen, with a processor 6 × and 4 × slower: typing, the first button of the page, the
 * first of the header. The first interaction hydrates. The longest counts. `node bench/inp.ts --rounds 3`
 */
const ROUNDS = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 3;
const SLOWDOWNS = [6, 4];
const SCREENS = [
  'profile',
  'team',
  'team/ivan',
  'finance',
  'finance/pin',
  'finance/transactions',
  'licenses',
  'turbo',
  'fast-money',
  'dreamx',
  'licenses/structure',
  'feed',
  'feed/webinars',
  'notices',
  'support',
  'settings',
  'settings/security',
  'settings/notices',
  'settings/data',
];
const FIELD = 'main :is(input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=date]), textarea)';
const PRESSED = ['main button:not([type=submit], .hidden-text)', 'header button'];

/** Dialogs that open over a screen, with the link that opens each. */
const DIALOGS = {
  'info card': { screen: 'team', opener: 'main td a[href*="/team/"]' },
  'plan sheet': { screen: 'licenses', opener: 'main a[href*="/plans/"]' },
};

type Interaction = { ms: number; what: string };
declare global {
  var interactions: Map<number, Interaction>;
}

const app = await startApp();
const machine = await openMachine();
const browser = await openChromium();
const figures: Figures = {};
const slowest: Record<string, Interaction> = {};
try {
  const { access } = await signInAsAnna(app.origin);
  for (let round = 0; round < ROUNDS; round += 1) {
    await machine.sample();
    for (const slowdown of SLOWDOWNS) {
      for (const screen of SCREENS) await walk(screen, slowdown, access);
      for (const [name, { screen, opener }] of Object.entries(DIALOGS))
        await openDialog(name, screen, opener, slowdown, access);
    }
  }
} finally {
  await browser.close();
  await machine.close();
  await app.stop();
}
console.table(
  Object.entries(figures).map(([screen, { first, later }]) => ({
    screen,
    'first touch, ms': median(first),
    'later, ms': median(later),
    slowest: slowest[screen]?.what,
  })),
);

await writeFigures('inp', {
  machine,
  figures: Object.fromEntries(
    SLOWDOWNS.flatMap((slowdown) => [
      [`at ${slowdown} ×`, longestOf(SCREENS, slowdown)],
      [`dialogs at ${slowdown} ×`, longestOf(Object.keys(DIALOGS), slowdown)],
    ]),
  ),
  details: figures,
});

function longestOf(screens: readonly string[], slowdown: number): number {
  const names = screens.map((screen) => named(screen, slowdown));
  return Math.max(...['first', 'later'].flatMap((what) => highest(figures, what, names) ?? []));
}

function named(screen: string, slowdown: number): string {
  return `${screen}, ${slowdown} × slower`;
}

async function walk(screen: string, slowdown: number, cookie: string): Promise<void> {
  const { page, close } = await openScreen(screen, slowdown, cookie);
  const field = page.locator(FIELD).filter({ visible: true }).first();
  if (await field.count()) {
    await field.tap();
    await page.keyboard.type('an');
  }
  for (const selector of PRESSED) {
    const button = page.locator(selector).filter({ visible: true }).first();
    if (!(await button.count())) continue;
    await button.tap({ timeout: 10_000 });
    await page.waitForTimeout(800);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(400);
  }
  await noteInteractions(page, named(screen, slowdown));
  await close();
}

/** The first tap on the page opens the dialog, a second one after closing it. */
async function openDialog(
  name: string,
  screen: string,
  opener: string,
  slowdown: number,
  cookie: string,
): Promise<void> {
  const { page, close } = await openScreen(screen, slowdown, cookie);
  const link = page.locator(opener).filter({ visible: true }).first();
  const dialog = page.getByRole('dialog');
  for (const _time of ['first', 'second']) {
    await link.tap();
    await dialog.waitFor();
    await page.waitForTimeout(800);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }
  await noteInteractions(page, named(name, slowdown));
  await close();
}

async function openScreen(screen: string, slowdown: number, cookie: string) {
  const { page, protocol, close } = await openPage(browser, { url: app.origin, cookie });
  await page.addInitScript(watch);
  await page.goto(`${app.origin}/en/dashboard/${screen}`);
  await page.waitForLoadState('networkidle');
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, close };
}

async function noteInteractions(page: Page, name: string): Promise<void> {
  const all = await page.evaluate(() => [...globalThis.interactions.values()]);
  const [first, ...later] = all.map(({ ms }) => ms);
  note(figures, name, { first: first ?? 0, later: Math.max(0, ...later) });
  const worst = all.toSorted((a, b) => b.ms - a.ms)[0];
  if (worst && worst.ms > (slowest[name]?.ms ?? 0)) slowest[name] = worst;
}

/** Runs in the page: keeps the longest event of each interaction, from Event Timing. */
function watch(): void {
  const interactions = (globalThis.interactions = new Map());
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
      const { interactionId, duration, name, target } = entry;
      if (!interactionId || duration <= (interactions.get(interactionId)?.ms ?? 0)) continue;
      const element = target as Element | null;
      const what = `${name} ${element?.tagName.toLowerCase()} ${element?.getAttribute('name') ?? element?.className ?? ''}`;
      interactions.set(interactionId, { ms: duration, what });
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}
