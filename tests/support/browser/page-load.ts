import type { CDPSession, Page } from 'playwright';
import { gzipSync } from 'node:zlib';

/** `bytes` is the transfer including headers; `scriptBytes` counts script after gzip. */
export type Load = { bytes: number; requests: number; scriptBytes: number; encodings: Set<string> };

/** Opens a page and counts its traffic until the network is idle. */
export async function loadOf(page: Page, address: string): Promise<Load> {
  const protocol = await page.context().newCDPSession(page);
  const { load, settled } = await watch(protocol);
  await page.goto(address, { waitUntil: 'networkidle' });
  await settled();
  const inline = await page
    .locator('script:not([src]):not([type="application/ld+json"], [type=speculationrules])')
    .allTextContents();
  load.scriptBytes += gzipSync(inline.join('\n')).length * Number(inline.length > 0);
  await protocol.detach();
  return load;
}

/** Touches the page, after which it fetches its inlined stylesheets as files. Resolves to their number. */
export async function touch(page: Page): Promise<number> {
  const sheets = await page.locator('style[data-href]').count();
  await page.keyboard.press('Shift');
  await page.locator('.app > astro-island:not([ssr])').waitFor({ state: 'attached' });
  await page.waitForFunction((count) => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return files.filter(({ name, responseEnd }) => name.endsWith('.css') && responseEnd > 0).length === count;
  }, sheets);
  return sheets;
}

async function watch(protocol: CDPSession): Promise<{ load: Load; settled(): Promise<unknown> }> {
  const load: Load = { bytes: 0, requests: 0, scriptBytes: 0, encodings: new Set() };
  const scripts = new Set<string>();
  const added: Promise<void>[] = [];
  await protocol.send('Network.enable');
  protocol.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.add(requestId);
    const encoding = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-encoding');
    if (encoding) load.encodings.add(encoding[1]);
  });
  const addScript = async (requestId: string) => {
    const { body } = await protocol.send('Network.getResponseBody', { requestId });
    load.scriptBytes += gzipSync(body).length;
  };
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    load.requests += Number(encodedDataLength > 0);
    load.bytes += encodedDataLength;
    if (scripts.has(requestId)) added.push(addScript(requestId));
  });
  return { load, settled: () => Promise.all(added) };
}

/** Compressed bytes, without headers, of each prefetched module and file of texts. */
export function fetchedAhead(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const bodies = new Map<string, number>();
    for (const file of performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      if (/\.js(on)?$/.test(file.name)) bodies.set(file.name, file.encodedBodySize);
    for (const { src } of document.scripts) bodies.delete(src);
    return [...bodies.values()];
  });
}
