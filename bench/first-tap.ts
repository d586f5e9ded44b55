import { setTimeout as delay } from 'node:timers/promises';
import { openChromium } from '../tests/support/browser/chromium.ts';
import { startApp } from './app.ts';
import { type Figures, median, note } from './phone/figures.ts';
import { openPage, type Phone } from './phone/phone.ts';
import { openMachine } from './quality/machine.ts';
import { writeFigures } from './quality/written.ts';
import { signInAsAnna } from './sign-in.ts';

/**
 * First tap on a 3G phone with an empty cache, as soon as the page is painted: time to the result, compared with the
 * same link without JavaScript. `node bench/first-tap.ts --rounds 5`
 */
const ROUNDS = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 5;
const PHONE: Phone = { slowdown: 6, latencyMs: 400, downBits: 50_000 * 8 };
/** Page to the tapped link, which opens its result in place. */
const LINKS = {
  licenses: 'main a[href*="/plans/"]',
  team: 'main td a[href*="/team/"]',
  finance: '#history .card-foot a',
};

const app = await startApp();
const machine = await openMachine();
const browser = await openChromium();
const figures: Figures = {};
try {
  const { access } = await signInAsAnna(app.origin);
  for (let round = 0; round < ROUNDS; round += 1) {
    await machine.sample();
    for (const [name, link] of Object.entries(LINKS)) {
      const url = `${app.origin}/ru/dashboard/${name}`;
      note(figures, name, { tap: await tap({ url, link, cookie: access, javaScriptEnabled: true }) });
      note(figures, name, { plain: await tap({ url, link, cookie: access, javaScriptEnabled: false }) });
    }
  }
} finally {
  await browser.close();
  await machine.close();
  await app.stop();
}
const rows = Object.entries(figures).map(([name, { tap: tapped, plain }]) => {
  const [first = Number.NaN, link = Number.NaN] = [median(tapped), median(plain)];
  return { name, 'first tap, ms': Math.round(first), 'plain link, ms': Math.round(link), ratio: first / link };
});
console.table(rows.map((row) => ({ ...row, ratio: row.ratio.toFixed(2) })));
const slowest = rows.toSorted((a, b) => b.ratio - a.ratio)[0];
await writeFigures('first-tap', {
  machine,
  figures: { 'tap ÷ plain link': slowest?.ratio, 'plain link': slowest?.['plain link, ms'] },
  details: figures,
});

type Tap = { url: string; link: string; cookie: string; javaScriptEnabled: boolean };

async function tap({ url, link, cookie, javaScriptEnabled }: Tap): Promise<number> {
  const { page, close } = await openPage(browser, { url, cookie }, PHONE, { javaScriptEnabled });
  await page.goto(url, { waitUntil: 'domcontentloaded', timeout: 60_000 });
  const target = page.locator(link).first();
  await target.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const began = performance.now();
  await target.tap({ noWaitAfter: true });
  // No timers run in a page without JavaScript, so it can't wait by itself.
  while (!(await page.evaluate(hasResult, url).catch(() => false))) await delay(10);
  const ms = performance.now() - began;
  await close();
  return ms;
}

function hasResult(before: string): boolean {
  const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0;
  const isBusy = document.querySelector('[aria-busy=true], [data-loading]') !== null;
  const isElsewhere = location.href !== before && isPainted && !isBusy && document.querySelector('main') !== null;
  return isElsewhere || document.querySelector('dialog[open]') !== null;
}
