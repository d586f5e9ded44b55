import type { BrowserContextOptions, LaunchOptions, Page } from 'playwright';
import { afterAll, expect, onTestFinished } from 'vitest';
import { newAddress } from './api.ts';
import { openChromium } from './chromium.ts';

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true } as const;

/** What a page may complain about because the test has made it so. */
type Options = BrowserContextOptions & { expects?: RegExp };

/** Lets somebody in with a browser profile of their own. */
export type PageContext = (options?: Options) => Promise<Page>;

/** One browser for the file; each visitor has cookies and an address of their own. */
export async function openVisitors(origin: string, launch: LaunchOptions = {}): Promise<PageContext> {
  const browser = await openChromium(launch);
  afterAll(() => browser.close());
  return async ({ expects, ...options } = {}) => {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
      ...options,
    });
    context.setDefaultTimeout(10_000);
    const page = await context.newPage();
    onTestFinished(() => context.close());
    onTestFinished(noComplaints(page, expects));
    return page;
  };
}

/** What comes of answers that are looked at below, and of service workers that are blocked above. */
export const OF_THE_TEST = /^(Failed to load resource|Service Worker registration blocked)/;

/** How a page that stands open learns, unasked, that its session has ended elsewhere. */
export const OF_AN_ENDED_SESSION = /^401 [^ ]+\/api\/events\//;

/** Scripts that throw, broken policies, files that don't come, anything on the console: all of it fails the test. */
function noComplaints(page: Page, expected = /^$/): () => void {
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    const isOurs = OF_THE_TEST.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isOurs) complaints.push(message.text());
  });
  page.on('response', (response) => {
    const isPage = response.request().isNavigationRequest();
    if (response.status() >= (isPage ? 500 : 400)) complaints.push(`${response.status()} ${response.url()}`);
  });
  const isExpected = (complaint: string) => expected.test(complaint) || OF_AN_ENDED_SESSION.test(complaint);
  return () => expect(complaints.filter((complaint) => !isExpected(complaint))).toEqual([]);
}
