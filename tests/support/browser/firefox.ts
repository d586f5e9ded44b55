import { existsSync } from 'node:fs';
import puppeteer, { type Page } from 'puppeteer-core';
import { expect, onTestFinished } from 'vitest';
import { afterwards } from '../afterwards.ts';
import { OF_AN_ENDED_SESSION, OF_THE_TEST } from './browser.ts';

const INSTALLED = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];

/** The Firefox that is named or installed. Playwright drives only one that it has changed itself. */
export function findFirefox(): string | undefined {
  return process.env['FIREFOX_PATH'] ?? INSTALLED.find((path) => existsSync(path));
}

/** One Firefox for the file; each visitor has cookies of their own, and a page that must not complain. */
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

/** Firefox tells of what was still on its way when a page was left; other browsers don't. */
const OF_A_LEFT_PAGE = /A ServiceWorker intercepted the request|did not come through/;

const IGNORED = [OF_THE_TEST, OF_AN_ENDED_SESSION, OF_A_LEFT_PAGE];

/** Scripts that throw, broken policies, files that don't come, anything on the console: all of it fails the test. */
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
  // Firefox tells of a broken policy only in a console that nobody can listen to.
  await page.evaluateOnNewDocument(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`CSP: ${violatedDirective} ${blockedURI}`);
    });
  });
  const isIgnored = (complaint: string) => IGNORED.some((kind) => kind.test(complaint));
  return () => expect(complaints.filter((complaint) => !isIgnored(complaint))).toEqual([]);
}
