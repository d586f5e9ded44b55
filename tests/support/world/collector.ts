import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status?: { code?: number };
  attributes: { key: string; value: unknown }[];
};

type Batch = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

/** An OpenTelemetry collector that keeps the traces it receives (OTLP over HTTP, JSON). */
export async function openCollector(): Promise<{ url: string; spans: Span[]; received(): string }> {
  const spans: Span[] = [];
  let text = '';
  const server = createServer((incoming, outgoing) => {
    void incoming.toArray().then((chunks: Buffer[]) => {
      const body = Buffer.concat(chunks).toString('utf8');
      if (incoming.method === 'POST' && incoming.url === '/v1/traces') {
        text += body;
        const { resourceSpans } = JSON.parse(body) as Batch;
        spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      }
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, spans, received: () => text };
}
