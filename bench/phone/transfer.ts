import type { Browser, CDPSession } from 'playwright';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Address, openPage, type Subject } from './phone.ts';
import { tapBox, type } from './search.ts';

/** By then, idle fetches and those after a touch have ended. */
const SETTLED_MS = 1500;

type Line = { html: number; css: number; script: number; other: number; requests: number };

/** Transferred bytes, including headers, before any touch; and the script that a search loads later. */
export async function transfer(browser: Browser, subject: Subject): Promise<Record<string, number>> {
  const { before, line, visited } = await visitFirst(browser, subject);
  const { script } = before;
  await tapBox(visited, subject);
  await type(visited, subject.word);
  await delay(SETTLED_MS);
  await visited.close();
  return { ...before, scriptLater: line.script - script };
}

/** For a page without a list. */
export async function transferBefore(browser: Browser, address: Address): Promise<Record<string, number>> {
  const { before, visited } = await visitFirst(browser, address);
  await visited.close();
  return before;
}

async function visitFirst(browser: Browser, address: Address) {
  const visited = await openPage(browser, address);
  const { page, protocol } = visited;
  const line = watchLine(protocol);
  await page.coverage.startJSCoverage({ resetOnNavigation: false });
  await page.goto(address.url, { waitUntil: 'networkidle' });
  await delay(SETTLED_MS);
  const sources = (await page.coverage.stopJSCoverage()).map(({ source = '' }) => gzipSync(source).length);
  const scriptRun = sources.reduce((sum, bytes) => sum + bytes, 0);
  const { html, css, script, other } = line;
  return { before: { ...line, all: html + css + script + other, scriptRun }, line, visited };
}

const KINDS: Record<string, 'html' | 'css' | 'script'> = { Document: 'html', Stylesheet: 'css', Script: 'script' };

function watchLine(protocol: CDPSession): Line {
  const line: Line = { html: 0, css: 0, script: 0, other: 0, requests: 0 };
  const kinds = new Map<string, string>();
  protocol.on('Network.responseReceived', ({ requestId, type: kind }) => kinds.set(requestId, kind));
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    line[KINDS[kinds.get(requestId) ?? ''] ?? 'other'] += encodedDataLength;
    line.requests += 1;
  });
  return line;
}
