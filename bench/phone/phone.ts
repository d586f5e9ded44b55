import type { Browser, CDPSession, Page } from 'playwright';
import type { List } from './contestants.ts';

/** `slowdown` divides the speed of the processor; `latencyMs` is added to each request. Default: 1.6 Mbps down. */
export type Phone = { slowdown: number; latencyMs: number; downBits?: number };

export type Address = { url: string; cookie?: string | undefined };

export type Subject = List & Address & { name: string };

export type Visited = { page: Page; protocol: CDPSession; close(): Promise<void> };

const DOWN_BITS = 1_600_000;
const UP_BITS = 750_000;

/** Opens a page with an empty cache, on the phone, or at this machine's speed without one. */
export async function openPage(
  browser: Browser,
  { url, cookie }: Address,
  phone?: Phone,
  options: { javaScriptEnabled?: boolean } = {},
): Promise<Visited> {
  const context = await browser.newContext({
    ...options,
    viewport: { width: 360, height: 800 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    ignoreHTTPSErrors: true,
  });
  if (cookie) await context.addCookies([{ name: 'access_token', value: cookie, url: new URL(url).origin }]);
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.enable');
  if (phone) await slowDown(protocol, phone);
  return { page, protocol, close: () => context.close() };
}

async function slowDown(protocol: CDPSession, { slowdown, latencyMs, downBits = DOWN_BITS }: Phone): Promise<void> {
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await protocol.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: downBits / 8,
    uploadThroughput: UP_BITS / 8,
  });
}
