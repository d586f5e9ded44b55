import type { Browser, BrowserContextOptions, LaunchOptions, Page, Request } from 'playwright';
import { expect, onTestFinished } from 'vitest';
import { afterwards } from '../afterwards.ts';
import { newAddress } from '../app/api.ts';
import { openChromium, sharedChromium } from './chromium.ts';

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true } as const;

/**
 * `expects`: what a page may complain about because the test has made it so. `walks`: whoever goes by this name through
 * a file has one page, and goes from address to address in it.
 */
type Options = BrowserContextOptions & { expects?: RegExp; walks?: string | undefined };

/** Lets somebody in with a browser profile of their own. */
export type PageContext = (options?: Options) => Promise<Page>;

const VIEWPORT = { width: 1280, height: 900 };

/** Each visitor has cookies, files and an address of their own; with `launch` the file has a browser of its own. */
export async function openVisitors(origin: string, launch?: LaunchOptions): Promise<PageContext> {
  const browser = launch ? await openChromium(launch) : await sharedChromium();
  if (launch) afterwards(() => browser.close());
  const walkers = new Map<string, Visitor>();
  afterwards(() => Promise.all([...walkers.values()].map(({ page }) => page.context().close())));

  return async ({ expects, walks, ...options } = {}) => {
    const known = walks === undefined ? undefined : walkers.get(walks);
    const { page, complaints } = known ?? (await openVisitor(browser, origin, options));
    if (walks === undefined) onTestFinished(() => page.context().close());
    else walkers.set(walks, { page, complaints });
    complaints.length = 0;
    if (known) await page.setViewportSize(VIEWPORT);
    onTestFinished(() => expect(complaints.filter((one) => !isExpected(one, expects))).toEqual([]));
    return page;
  };
}

type Visitor = { page: Page; complaints: string[] };

async function openVisitor(browser: Browser, origin: string, options: BrowserContextOptions): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: VIEWPORT,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
    ...options,
  });
  context.setDefaultTimeout(10_000);
  await context.addInitScript(tellOfBrokenPolicies);
  const page = await context.newPage();
  return { page, complaints: complaintsOf(page) };
}

/** What comes of answers that are looked at below, and of service workers that are blocked above. */
export const OF_THE_TEST = /^(Failed to load resource|Service Worker registration blocked)/;

/** How a page that stands open learns, unasked, that its session has ended elsewhere. */
export const OF_AN_ENDED_SESSION = /^401 [^ ]+\/api\/events\//;

function isExpected(complaint: string, expected = /^$/): boolean {
  return expected.test(complaint) || OF_AN_ENDED_SESSION.test(complaint);
}

/** Not every broken policy is written to the console: a report in between, or a policy that only reports, says nothing. */
function tellOfBrokenPolicies(): void {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
    console.error(`Policy broken: ${effectiveDirective} ${blockedURI} ${sourceFile}`);
  });
}

/**
 * Scripts that throw, broken policies, files that don't come or come from another host, anything on the console: it grows
 * while the page is used.
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

/** What a page asks of another host than its own. Where somebody goes by a link is another page. */
function isForeign(request: Request): boolean {
  if (request.isNavigationRequest()) return false;
  const [asked, page] = [request.url(), request.frame().url()].map((url) => new URL(url));
  return (
    /^https?:$/.test(page?.protocol ?? '') &&
    /^(https?|wss?):$/.test(asked?.protocol ?? '') &&
    asked?.host !== page?.host
  );
}
