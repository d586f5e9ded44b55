import type { Browser, CDPSession, Page } from 'playwright';
import { translator } from '#i18n/translator.ts';
import { openChromium } from '../tests/support/browser/chromium.ts';
import { startApp } from './app.ts';
import { type Figures, note } from './phone/figures.ts';
import { openMachine } from './quality/machine.ts';
import { writeFigures } from './quality/written.ts';
import { signInAsAnna } from './sign-in.ts';

/**
 * Moves through the menu and looks at each frame that the browser shows: how many are empty, or have a header and menu
 * but an empty content area. `--moves 15` for each window and server.
 */
const MOVES = Number(process.argv[process.argv.indexOf('--moves') + 1]) || 15;
const PAGES = ['team', 'finance', 'support', 'licenses', 'profile', 'feed'] as const;
const WINDOWS = {
  wide: { width: 1280, height: 800, slowdown: 1, latencyMs: 0 },
  phone: { width: 360, height: 740, slowdown: 4, latencyMs: 150 },
};
const SERVERS = { fast: 0, slow: 1_500 };
const t = translator('en');

type Look = { isBlank: boolean; isContentBlank: boolean };

const machine = await openMachine();
const app = await startApp();
const browser = await openChromium();
const figures: Figures = {};
try {
  const { access } = await signInAsAnna(app.origin);
  await machine.sample();
  for (const window of ['wide', 'phone'] as const)
    for (const server of ['fast', 'slow'] as const) await walk(access, window, server);
} finally {
  await browser.close();
  await machine.close();
  await app.stop();
}
const rows = Object.entries(figures).map(([name, { frames, blank, contentBlank }]) => ({
  moves: name,
  frames: sum(frames),
  empty: sum(blank),
  'empty content': sum(contentBlank),
}));
console.table(rows);
const total = rows.reduce((all, row) => all + row.empty + row['empty content'], 0);
await writeFigures('moves', { machine, figures: { 'blank frames': total }, details: { rows } });

async function walk(cookie: string, window: keyof typeof WINDOWS, server: keyof typeof SERVERS): Promise<void> {
  const { width, height, slowdown, latencyMs } = WINDOWS[window];
  const context = await browser.newContext({ viewport: { width, height }, hasTouch: window === 'phone' });
  await context.addCookies([{ name: 'access_token', value: cookie, url: app.origin }]);
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  for (const name of PAGES) {
    await page.goto(`${app.origin}/en/dashboard/${name}`);
    await page.waitForLoadState('networkidle');
  }
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await protocol.send('Network.enable');
  await protocol.send('Network.emulateNetworkConditions', {
    ...{ offline: false, downloadThroughput: slowdown > 1 ? 200_000 : -1, uploadThroughput: -1 },
    latency: latencyMs + SERVERS[server],
  });
  for (let move = 0; move < MOVES; move += 1) {
    const name = PAGES[move % PAGES.length] ?? 'team';
    const frames = await record(protocol, () => moveTo(page, name, window === 'phone'));
    const looks = await lookAt(browser, frames);
    note(figures, `${window}, ${server} server`, {
      frames: looks.length,
      blank: looks.filter(({ isBlank }) => isBlank).length,
      contentBlank: looks.filter(({ isBlank, isContentBlank }) => !isBlank && isContentBlank).length,
    });
  }
  await context.close();
}

async function moveTo(page: Page, name: (typeof PAGES)[number], isPhone: boolean): Promise<void> {
  if (isPhone) await page.getByRole('button', { name: t('common:menu.open'), exact: true }).tap();
  const link = page
    .getByRole('navigation', { name: t('common:menu.label') })
    .getByRole('link', { name: t(`common:menu.${name}`) });
  await (isPhone ? link.tap({ noWaitAfter: true }) : link.click({ noWaitAfter: true }));
  await page.waitForURL(`**/en/dashboard/${name}`);
  await page.waitForLoadState('networkidle');
}

/** All frames that the browser shows during `act`. */
async function record(protocol: CDPSession, act: () => Promise<void>): Promise<string[]> {
  const frames: string[] = [];
  const take = ({ data, sessionId }: { data: string; sessionId: number }) => {
    frames.push(data);
    void protocol.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  };
  protocol.on('Page.screencastFrame', take);
  await protocol.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  await act();
  await protocol.send('Page.stopScreencast');
  protocol.off('Page.screencastFrame', take);
  return frames;
}

/** Decodes frames in a page of its own. */
async function lookAt(from: Browser, frames: string[]): Promise<Look[]> {
  const context = await from.newContext();
  const page = await context.newPage();
  const looks = await page.evaluate(judgeFrames, frames);
  await context.close();
  return looks;
}

/** Runs in a page. An area is empty when fewer than one in a thousand pixels differ from its most frequent colour. */
async function judgeFrames(frames: string[]): Promise<Look[]> {
  const looks: Look[] = [];
  for (const frame of frames) {
    const image = new Image();
    image.src = `data:image/png;base64,${frame}`;
    await image.decode();
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d')!;
    context.drawImage(image, 0, 0);
    const left = width > 900 ? Math.round(width * 0.22) : 0;
    const area = [left, 72, width - left, Math.round(height * 0.7)] as const;
    looks.push({ isBlank: isEmpty(0, 4, width, height - 4), isContentBlank: isEmpty(...area) });

    function isEmpty(x: number, y: number, wide: number, high: number): boolean {
      const { data } = context.getImageData(x, y, wide, high);
      const counts = new Map<number, number>();
      for (let at = 0; at < data.length; at += 16) {
        const colour = ((data[at] ?? 0) >> 3) * 1024 + ((data[at + 1] ?? 0) >> 3) * 32 + ((data[at + 2] ?? 0) >> 3);
        counts.set(colour, (counts.get(colour) ?? 0) + 1);
      }
      const most = Math.max(...counts.values());
      return most > (data.length / 16) * 0.999;
    }
  }
  return looks;
}

function sum(values: number[] | undefined): number {
  return (values ?? []).reduce((all, value) => all + value, 0);
}
