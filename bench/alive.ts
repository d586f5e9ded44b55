import { openChromium } from '../tests/support/browser/chromium.ts';
import { startApp } from './app.ts';
import { type Figures, highest, median, note } from './phone/figures.ts';
import { openPage, type Phone } from './phone/phone.ts';
import { openMachine } from './quality/machine.ts';
import { writeFigures } from './quality/written.ts';
import { signInAsAnna } from './sign-in.ts';

/**
 * Milliseconds from a touch to a hydrated island on a processor 6 × slower: with prefetched modules, after two earlier
 * pages, and without modules over 150 ms and 1.6 Mbps. Also React alone: the same tree from modules that have run
 * already. `node bench/alive.ts --rounds 5`
 */
const ROUNDS = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 5;
const PHONE: Phone = { slowdown: 6, latencyMs: 150 };
/** Page to the selector of the touched element. */
const TOUCHED = {
  team: '#search',
  finance: '#destination',
  support: '#main textarea',
  settings: '#main input[name=name]',
  licenses: '#main astro-island a',
  feed: '#main astro-island a',
};

type Hydrator = (island: Element) => (component: unknown, props: object, slots: object, options: object) => unknown;

declare global {
  /** Set by `runModules`. */
  var hydrateAlone: (() => void) | undefined;
}

declare const scheduler: {
  postTask(task: () => unknown, options: { priority: string; delay: number }): Promise<unknown>;
};

const app = await startApp();
const machine = await openMachine();
const browser = await openChromium();
const figures: Figures = {};
try {
  const { access } = await signInAsAnna(app.origin);
  for (let round = 0; round < ROUNDS; round += 1) {
    await machine.sample();
    for (const [name, selector] of Object.entries(TOUCHED)) {
      const url = `${app.origin}/en/dashboard/${name}`;
      const touched = { url, selector, cookie: access };
      note(figures, name, { first: await measure({ ...touched, areThere: true, earlierPages: 0 }) });
      note(figures, name, { later: await measure({ ...touched, areThere: true, earlierPages: 2 }) });
      note(figures, name, { fetched: await measure({ ...touched, areThere: false, earlierPages: 0 }) });
      note(figures, name, {
        alone: await measure({ ...touched, areThere: true, earlierPages: 0, isReactAlone: true }),
      });
    }
  }
} finally {
  await browser.close();
  await machine.close();
  await app.stop();
}
console.table(
  Object.entries(figures).map(([name, { first, later, fetched, alone }]) => ({
    name,
    'first touch, ms': Math.round(median(first) ?? Number.NaN),
    'after two pages, ms': Math.round(median(later) ?? Number.NaN),
    'modules not there, ms': Math.round(median(fetched) ?? Number.NaN),
    'React alone, ms': Math.round(median(alone) ?? Number.NaN),
    'first touch ÷ React alone': ratioOf(name)?.toFixed(2),
  })),
);

const slowest = Object.keys(figures).toSorted((a, b) => (ratioOf(b) ?? 0) - (ratioOf(a) ?? 0))[0] ?? '';
await writeFigures('alive', {
  machine,
  figures: {
    'modules there': highest(figures, 'first'),
    'after two pages': highest(figures, 'later'),
    'modules not there': highest(figures, 'fetched'),
    'first touch ÷ React alone': ratioOf(slowest),
    'React alone': median(figures[slowest]?.['alone']),
  },
  details: figures,
});

function ratioOf(name: string): number | undefined {
  const [first, alone] = [median(figures[name]?.['first']), median(figures[name]?.['alone'])];
  return first && alone && first / alone;
}

type Touched = {
  url: string;
  selector: string;
  cookie: string;
  areThere: boolean;
  earlierPages: number;
  isReactAlone?: boolean;
};

async function measure(touched: Touched): Promise<number> {
  const { url, selector, cookie, areThere, earlierPages, isReactAlone = false } = touched;
  const { page, protocol, close } = await openPage(browser, { url, cookie }, areThere ? undefined : PHONE);
  if (!areThere) {
    // `saveData` turns prefetching off.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
    );
  }
  for (let earlier = 0; earlier < earlierPages; earlier += 1) {
    await page.goto(url);
    await page.waitForLoadState('networkidle');
    await page.locator(selector).first().focus();
    await page.locator('#main astro-island:not([ssr])').first().waitFor({ state: 'attached' });
  }
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  if (isReactAlone) await page.evaluate(runModules);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown });
  const element = page.locator(selector).first();
  await element.evaluate((target) => target.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const ms = await element.evaluate(
    (target) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        // React adds own properties to hydrated elements. The task has the priority of user input, so no queued task of
        // the page delays it.
        const look = (): unknown =>
          Object.keys(target).some((key) => key.startsWith('__reactProps'))
            ? resolve(performance.now() - began)
            : scheduler.postTask(look, { priority: 'user-blocking', delay: 4 });
        void look();
        if (globalThis.hydrateAlone) globalThis.hydrateAlone();
        else target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      }),
  );
  await close();
  return ms;
}

/** Runs the modules of the touched island, without hydrating it, and leaves its hydration in `hydrateAlone`. */
async function runModules(): Promise<void> {
  const island = document.querySelector('#main astro-island')!;
  const attribute = (name: string) => island.getAttribute(name) ?? '';
  const [component, renderer] = await Promise.all(
    [attribute('component-url'), attribute('renderer-url')].map((file) => import(file)),
  );
  // As Astro writes properties: pairs of a type, 1 for lists, and a value.
  const revive = ([type, value]: [number, unknown]): unknown => {
    if (type === 1) return (value as [number, unknown][]).map(revive);
    if (type !== 0) throw new Error(`properties of type ${type}`);
    return typeof value === 'object' && value !== null ? reviveAll(value) : value;
  };
  const reviveAll = (values: object): object =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, revive(value)]));
  const hydrate = (renderer.default as Hydrator)(island);
  const props = reviveAll(JSON.parse(attribute('props')) as object);
  globalThis.hydrateAlone = () => {
    hydrate(component[attribute('component-export')], props, {}, { client: 'touch' });
    // React hydrates when idle, but at once on a user event.
    island.firstElementChild?.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }));
  };
}
