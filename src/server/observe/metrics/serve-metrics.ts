import { createServer } from 'node:http';
import type { Config } from '#server/base/config.ts';
import { listen } from '#server/base/net/listen.ts';
import { errorFields, type Log } from '#server/base/log.ts';

const LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
};
const TYPE = 'text/plain; version=0.0.4; charset=utf-8';
const NO_SNIFF = { 'x-content-type-options': 'nosniff' };

/** `/metrics` on a port of its own, which must not be public. */
export async function serveMetrics(
  { metricsHost: host, metricsPort: port }: Pick<Config, 'metricsHost'> & { metricsPort: number },
  write: () => Promise<string>,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  const server = createServer(LIMITS, (incoming, outgoing) => {
    const isAsked = incoming.method === 'GET' && incoming.url?.split('?', 1)[0] === '/metrics';
    if (!isAsked) return void outgoing.writeHead(404, NO_SNIFF).end();
    return void write().then(
      (text) => outgoing.writeHead(200, { ...NO_SNIFF, 'content-type': TYPE }).end(text),
      (error: unknown) => {
        log('error', 'metrics', errorFields(error));
        outgoing.writeHead(500, NO_SNIFF).end();
      },
    );
  });
  server.maxConnections = 16;
  return listen(server, { host, port }, 'METRICS_PORT');
}
