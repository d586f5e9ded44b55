import { existsSync } from 'node:fs';
import puppeteer, { type Page } from 'puppeteer-core';
import { expect, onTestFinished } from 'vitest';
import { afterwards } from '../afterwards.ts';
import { OF_AN_ENDED_SESSION, OF_THE_TEST } from './browser.ts';

const INSTALLED = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];

/** FIREFOX_PATH, or an installed Firefox. Playwright can't drive it: it needs its own patched build. */
export function findFirefox(): string | undefined {
  return process.env['FIREFOX_PATH'] ?? INSTALLED.find((path) => existsSync(path));
}

/** One Firefox for the file. Each visitor has separate cookies; complaints of the page fail the test. */
export async function openFirefox(executablePath: string): Promise<() => Promise<Page>> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  afterwards(() => browser.close());
  return async () => {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    onTestFinished(() => context.close());
    onTestFinished(await noComplaints(page));
    await page.setViewport({ width: 1280, height: 900 });
    page.setDefaultTimeout(15_000);
    return page;
  };
}

/** Only Firefox reports requests that were unfinished when a page was left. */
const OF_A_LEFT_PAGE = /A ServiceWorker intercepted the request|did not come through/;

const IGNORED = [OF_THE_TEST, OF_AN_ENDED_SESSION, OF_A_LEFT_PAGE];

/** Fails the test on thrown errors, policy violations, failed requests and console messages. */
async function noComplaints(page: Page): Promise<() => void> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
  });
  page.on('response', (response) => {
    const isPage = response.request().isNavigationRequest();
    if (response.status() >= (isPage ? 500 : 400)) complaints.push(`${response.status()} ${response.url()}`);
  });
  // Firefox reports policy violations only in a console that can't be read from outside.
  await page.evaluateOnNewDocument(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`CSP: ${violatedDirective} ${blockedURI}`);
    });
  });
  const isIgnored = (complaint: string) => IGNORED.some((kind) => kind.test(complaint));
  return () => expect(complaints.filter((complaint) => !isIgnored(complaint))).toEqual([]);
}
