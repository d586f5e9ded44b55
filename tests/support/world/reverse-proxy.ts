import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReverseProxy = {
  port: number;
  /** Ports that receive requests now. */
  ready(): number[];
  close(): Promise<void>;
};

const HEALTH_MS = 100;

/**
 * Load balancer with kept-alive connections: the next copy with a good `/readyz` gets the request. If its connection is
 * refused, another copy gets it; a request that was sent is never sent again.
 */
export async function openReverseProxy(ports: readonly number[]): Promise<ReverseProxy> {
  const ready = new Set<number>();
  const lines = new Map(ports.map((port) => [port, new Agent({ keepAlive: true })]));
  let turn = 0;

  const look = (port: number) =>
    get({ host: '127.0.0.1', port, path: '/readyz', agent: false, timeout: 2_000 }, (answer) => {
      answer.resume();
      if (answer.statusCode === 200) ready.add(port);
      else ready.delete(port);
    }).on('error', () => ready.delete(port));
  const timer = setInterval(() => ports.forEach(look), HEALTH_MS);

  const send = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, refusedBy: readonly number[]) => {
    const open = [...ready].filter((port) => !refusedBy.includes(port));
    const port = open[turn++ % open.length];
    if (port === undefined) return void outgoing.writeHead(502).end('nobody is ready');
    const { method, url: path } = incoming;
    const { connection: _, 'transfer-encoding': __, ...headers } = incoming.headers;
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent: lines.get(port) }, (answer) => {
      const { connection: ___, 'keep-alive': ____, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, kept);
      answer.on('error', () => outgoing.destroy()).pipe(outgoing);
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      ready.delete(port);
      if (error.code === 'ECONNREFUSED') return send(incoming, outgoing, body, [...refusedBy, port]);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end(error.code);
    });
    asked.end(body);
  };

  const server = createServer((incoming, outgoing) => {
    void incoming.toArray().then((pieces) => send(incoming, outgoing, Buffer.concat(pieces), []));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    ready: () => [...ready],
    async close() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      for (const agent of lines.values()) agent.destroy();
      await once(server, 'close');
    },
  };
}
