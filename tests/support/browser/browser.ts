import type { BrowserContextOptions, LaunchOptions, Page, Request } from 'playwright';
import { expect, onTestFinished } from 'vitest';
import { afterwards } from '../afterwards.ts';
import { openChromium, sharedChromium } from './chromium.ts';
import { openProfiles } from './profiles.ts';

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true } as const;

/**
 * `expects` matches complaints that the test causes. Visitors with the same `walks` share one page throughout a file.
 * `isNew`: has an empty cache, and leaves nothing to other tests.
 */
type Options = BrowserContextOptions & { expects?: RegExp; walks?: string | undefined; isNew?: boolean };

export type PageContext = (options?: Options) => Promise<Page>;

const VIEWPORT = { width: 1280, height: 900 };

/** Each visitor has separate cookies, storage and address. `launch` starts a browser for this file. */
export async function openVisitors(origin: string, launch?: LaunchOptions): Promise<PageContext> {
  const browser = launch ? await openChromium(launch) : await sharedChromium();
  if (launch) afterwards(() => browser.close());
  const profiles = openProfiles(browser, origin);
  afterwards(profiles.close);
  const walkers = new Map<string, Visitor>();

  return async ({ expects, walks, isNew = false, ...options } = {}) => {
    const known = walks === undefined ? undefined : walkers.get(walks);
    const visitor = known ?? (await openVisitor());
    if (walks === undefined) onTestFinished(visitor.giveBack);
    else walkers.set(walks, visitor);
    const { page, complaints } = visitor;
    complaints.length = 0;
    if (known) await page.setViewportSize(VIEWPORT);
    onTestFinished(() => expect(complaints.filter((one) => !isExpected(one, expects))).toEqual([]));
    return page;

    async function openVisitor(): Promise<Visitor> {
      const all = { viewport: VIEWPORT, reducedMotion: 'reduce', serviceWorkers: 'block', ...options } as const;
      const taken = await profiles.take(all, isNew || all.serviceWorkers === 'allow');
      return { ...taken, complaints: complaintsOf(taken.page) };
    }
  };
}

type Visitor = { page: Page; complaints: string[]; giveBack(): Promise<void> };

/** Complaints about statuses, which `complaintsOf` checks, and about service workers, which `openVisitor` blocks. */
export const OF_THE_TEST = /^(Failed to load resource|Service Worker registration blocked)/;

/** An open page gets this response when its session was ended elsewhere. */
export const OF_AN_ENDED_SESSION = /^401 [^ ]+\/api\/events\//;

function isExpected(complaint: string, expected = /^$/): boolean {
  return expected.test(complaint) || OF_AN_ENDED_SESSION.test(complaint);
}

/**
 * Collects thrown errors, policy violations, failed or foreign requests, and console messages. The array grows while
 * the page is used.
 */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (isForeign(request)) complaints.push(`Foreign: ${request.url()}`);
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    const isOurs = OF_THE_TEST.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isOurs) complaints.push(message.text());
  });
  page.on('response', (response) => {
    const isPage = response.request().isNavigationRequest();
    if (response.status() >= (isPage ? 500 : 400)) complaints.push(`${response.status()} ${response.url()}`);
  });
  return complaints;
}

/** Whether a page loads from another host. Navigations don't count. */
function isForeign(request: Request): boolean {
  if (request.isNavigationRequest()) return false;
  const [asked, page] = [request.url(), request.frame().url()].map((url) => new URL(url));
  return (
    /^https?:$/.test(page?.protocol ?? '') &&
    /^(https?|wss?):$/.test(asked?.protocol ?? '') &&
    asked?.host !== page?.host
  );
}
