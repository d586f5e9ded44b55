import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { freePort } from '../tests/support/free-port.ts';
import { startApp } from './app.ts';
import { type Figures, inTurn, median, note, noteRatios } from './phone/figures.ts';
import { type Document, load } from './phone/servers.ts';
import { signInAsAnna } from './sign-in.ts';

/**
 * What metrics and traces cost the server's CPU for a profile page: the same app without them, with metrics that are
 * scraped after each round, and with traces to a collector that takes them and does nothing. Linux only, wants `wrk`.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, seconds: { type: 'string', default: '4' } },
});
const PATH = '/ru/dashboard/profile';

const collector = createServer((incoming, outgoing) => {
  incoming.resume().on('end', () => outgoing.end('{}'));
});
await once(collector.listen(0, '127.0.0.1'), 'listening');
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
const metricsPort = String(await freePort());

const KINDS: Record<string, Record<string, string>> = {
  neither: {},
  metrics: { METRICS_PORT: metricsPort },
  traces: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
};

const opened = [];
const documents: Document[] = [];
for (const [name, env] of Object.entries(KINDS)) {
  const app = await startApp({ EVENT_LOOP_LAG_MS: '3600000', MAX_IN_FLIGHT: '1000', ...env });
  const { access } = await signInAsAnna(app.origin);
  opened.push(app);
  documents.push({
    name,
    url: app.origin + PATH,
    cookie: `access_token=${access}; lang=ru`,
    encoding: 'br',
    pid: app.pid,
  });
}

const figures: Figures = {};
for (const document of documents) await load(document, 4);
const scrapesMs: number[] = [];
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const document of inTurn(documents, round))
    note(figures, document.name, await load(document, Number(values.seconds)));
  const began = performance.now();
  await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  scrapesMs.push(performance.now() - began);
}
for (const app of opened) await app.stop();
collector.close();

noteRatios(figures, 'cpuMs', 'neither', 'ratio');
console.table(
  documents.map(({ name }) => ({
    name,
    cpuMs: median(figures[name]?.['cpuMs'])?.toFixed(2),
    'ratio to neither': median(figures[name]?.['ratio'])?.toFixed(3),
    ratios: figures[name]?.['ratio']?.map((ratio) => ratio.toFixed(2)).join(' '),
  })),
);
console.log(`a scrape: ${median(scrapesMs)?.toFixed(0)} ms`);
