import type { Page } from 'playwright';
import { translator } from '#i18n/translator.ts';
import { DEMO_PIN } from '#server/operator/seed/cast.ts';
import { openChromium } from '../tests/support/browser/chromium.ts';
import { startApp } from './app.ts';
import { type Figures, highest, median, note } from './phone/figures.ts';
import { openPage } from './phone/phone.ts';
import { openMachine } from './quality/machine.ts';
import { writeFigures } from './quality/written.ts';
import { signInAsAnna } from './sign-in.ts';

/**
 * Time from a press to the first reaction and to the result, if the page stays. With this machine's processor, and 6 ×
 * slower; the server is on the same machine. `node bench/in-place.ts --rounds 1`
 */
// A member may withdraw five times an hour; each round makes two withdrawals.
const ROUNDS = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 2;
const SPEEDS = [1, 6];
const t = translator('en');
const WALLET = 'TMW46NB7emkS1BTR6i6tKEPEixQFZpoWqe';

/** Selector of an element that exists only after the act. */
type Act = { name: string; prepare(page: Page): Promise<void>; press: string; result: string };

const ACTS: Act[] = [
  {
    name: 'filter: oldest members first',
    prepare: async (page) => {
      await page.goto(`${app.origin}/en/dashboard/team`);
      await wake(page, '#search');
    },
    press: 'main a[href*="sort=oldest"]',
    result: 'main a[href*="sort=oldest"][aria-current]',
  },
  {
    name: 'save: a name in the settings',
    prepare: async (page) => {
      await page.goto(`${app.origin}/en/dashboard/settings`);
      await wake(page, 'main input[name=name]');
      await page.locator('main input[name=name]').fill(`Anna ${Math.random().toString(36).slice(2, 7)}`);
    },
    press: 'main form:has([name=name]) button.primary',
    result: `text=${t('settings:done.saved')}`,
  },
  {
    name: 'withdraw: send with the PIN',
    prepare: async (page) => {
      await page.goto(`${app.origin}/en/dashboard/finance`);
      await wake(page, '#destination');
      await page.locator('#destination').fill(WALLET);
      await page.locator('#amount').fill('10');
      await page.getByRole('button', { name: t('finance:withdraw.go_on'), exact: true }).click();
      await page.locator('#pin').fill(DEMO_PIN);
    },
    press: `main button.primary >> text=${t('finance:withdraw.send')}`,
    result: `text=${t('finance:done.sent')}`,
  },
];

const app = await startApp();
const machine = await openMachine();
const browser = await openChromium();
const figures: Figures = {};
try {
  const { access } = await signInAsAnna(app.origin);
  for (let round = 0; round < ROUNDS; round += 1) {
    await machine.sample();
    for (const speed of SPEEDS) for (const act of ACTS) await measure(act, speed, access);
  }
} finally {
  await browser.close();
  await machine.close();
  await app.stop();
}
console.table(
  Object.entries(figures).map(([name, { heard, shown }]) => ({
    name,
    'heard, ms': Math.round(median(heard) ?? Number.NaN),
    'result, ms': Math.round(median(shown) ?? Number.NaN),
  })),
);

await writeFigures('in-place', {
  machine,
  figures: Object.fromEntries(
    SPEEDS.flatMap((speed) => {
      const names = ACTS.map((act) => named(act, speed));
      return ['heard', 'shown'].map((what) => [`${what}, ${speed} × slower`, highest(figures, what, names)]);
    }),
  ),
  details: figures,
});

function named({ name }: Act, speed: number): string {
  return `${name}, ${speed} × slower`;
}

async function measure(act: Act, speed: number, cookie: string): Promise<void> {
  const { page, protocol, close } = await openPage(browser, { url: app.origin, cookie });
  await act.prepare(page);
  await page.waitForTimeout(500);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: speed });
  const button = page.locator(act.press).first();
  await button.scrollIntoViewIfNeeded();
  await page.evaluate(watch);
  await button.tap();
  await page.locator(act.result).first().waitFor({ state: 'attached' });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  const { heard, changes } = await page.evaluate(() => globalThis.watched);
  note(figures, named(act, speed), { heard, shown: changes.at(-1) ?? Number.NaN });
  await close();
}

async function wake(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().focus();
  await page.waitForFunction(() => !document.querySelector('#main astro-island[ssr]'));
}

declare global {
  var watched: { heard: number; changes: number[] };
}

/** Runs in the page: records the milliseconds from the press to each later paint. */
function watch(): void {
  const watched = (globalThis.watched = { heard: Number.NaN, changes: [] as number[] });
  addEventListener(
    'click',
    ({ timeStamp }) => {
      new MutationObserver(() =>
        requestAnimationFrame(() =>
          setTimeout(() => {
            const after = performance.now() - timeStamp;
            if (Number.isNaN(watched.heard)) watched.heard = after;
            watched.changes.push(after);
          }),
        ),
      ).observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
    },
    { capture: true, once: true },
  );
}
