import type { Browser, CDPSession } from 'playwright';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { openPage, type Subject } from './phone.ts';
import { tapBox, type } from './search.ts';

/** What idle pages still fetch, and what a touch brings, has come by then. */
const SETTLED_MS = 1500;

type Line = { html: number; css: number; script: number; other: number; requests: number };

/** Bytes on the line, headers included, before anybody touches the page, and the script that a search then brings. */
export async function transfer(browser: Browser, subject: Subject): Promise<Record<string, number>> {
  const visited = await openPage(browser, subject);
  const { page, protocol, close } = visited;
  const line = watchLine(protocol);
  await page.coverage.startJSCoverage({ resetOnNavigation: false });
  await page.goto(subject.url, { waitUntil: 'networkidle' });
  await delay(SETTLED_MS);
  const { html, css, script, other, requests } = line;
  const sources = (await page.coverage.stopJSCoverage()).map(({ source = '' }) => gzipSync(source).length);
  await tapBox(visited, subject);
  await type(visited, subject.word);
  await delay(SETTLED_MS);
  await close();
  return {
    html,
    css,
    script,
    other,
    all: html + css + script + other,
    requests,
    scriptRun: sources.reduce((sum, bytes) => sum + bytes, 0),
    scriptLater: line.script - script,
  };
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
