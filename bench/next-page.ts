import { translator } from '#i18n/translator.ts';
import { openChromium } from '../tests/support/browser/chromium.ts';
import { startApp } from './app.ts';
import { type Figures, highest, median, note } from './phone/figures.ts';
import { openPage, type Phone } from './phone/phone.ts';
import { openMachine } from './quality/machine.ts';
import { writeFigures } from './quality/written.ts';
import { signInAsAnna } from './sign-in.ts';

/** Time from a tap in the menu to the paint of the next page. The phone has visited all pages before. `--rounds 5` */
const ROUNDS = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 5;
const PHONE: Phone = { slowdown: 6, latencyMs: 150 };
const PAGES = ['team', 'finance', 'support', 'profile'] as const;
const t = translator('en');

const machine = await openMachine();
const app = await startApp();
const browser = await openChromium();
const figures: Figures = {};
try {
  const { access } = await signInAsAnna(app.origin);
  for (let round = 0; round < ROUNDS; round += 1) {
    await machine.sample();
    await walk(access);
  }
} finally {
  await browser.close();
  await machine.close();
  await app.stop();
}
console.table(
  Object.entries(figures).map(([page, { tapped }]) => ({
    page,
    'tap to paint, ms': Math.round(median(tapped) ?? Number.NaN),
  })),
);
const slowest = highest(figures, 'tapped') ?? Number.NaN;
await writeFigures('next-page', {
  machine,
  figures: { 'tap to paint': slowest, 'beyond a round trip': slowest - PHONE.latencyMs },
  details: figures,
});

async function walk(cookie: string): Promise<void> {
  const { page, close } = await openPage(browser, { url: app.origin, cookie }, PHONE);
  await page.addInitScript(watch);
  for (const name of PAGES) {
    await page.goto(`${app.origin}/en/dashboard/${name}`, { timeout: 60_000 });
    await page.waitForLoadState('networkidle');
  }
  for (const name of PAGES) {
    await page.getByRole('button', { name: t('common:menu.open'), exact: true }).tap();
    await page
      .getByRole('navigation', { name: t('common:menu.label') })
      .getByRole('link', { name: t(`common:menu.${name}`) })
      .tap();
    await page.waitForURL(`**/en/dashboard/${name}`);
    await page.waitForFunction(() => Number(sessionStorage.getItem('painted')) > 0);
    await page.waitForLoadState('networkidle');
    const tapped = await page.evaluate(
      () => Number(sessionStorage.getItem('painted')) - Number(sessionStorage.getItem('tapped')),
    );
    note(figures, name, { tapped });
  }
  await close();
}

/** Runs in each page: stores the times of the tap and of the next page's first paint. */
function watch(): void {
  addEventListener(
    'click',
    ({ target, timeStamp }) => {
      if (!(target as Element).closest('a')) return;
      sessionStorage.removeItem('painted');
      sessionStorage.setItem('tapped', String(performance.timeOrigin + timeStamp));
    },
    { capture: true },
  );
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint')
        sessionStorage.setItem('painted', String(performance.timeOrigin + startTime));
  }).observe({ type: 'paint', buffered: true });
}
