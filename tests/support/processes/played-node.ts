import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { openNode } from '#server/node/index.ts';
import { NODE_SECRET } from '../world/node.ts';

/** A node whose responses the test defines, and Atrium's client for it. */
export async function nodeThat(answer: RequestListener, limitMs = 10_000) {
  const heard: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    heard.push(request);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { node: openNode({ url: `http://127.0.0.1:${port}/base/`, secret: NODE_SECRET }, limitMs), heard };
}

export function nodeSaying(status: number, body: unknown, headers: Record<string, string> = {}) {
  return nodeThat((_, response) => response.writeHead(status, headers).end(JSON.stringify(body)));
}
