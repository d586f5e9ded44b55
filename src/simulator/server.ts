import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { PAYOUTS_PATH } from '#server/node/contract.ts';
import { api } from './api.ts';
import { type Book, openBook } from './book.ts';
import { moods } from './moods.ts';
import { page } from './page.ts';

export type SimulatorOptions = {
  /** 0 for any free one. */
  port: number;
  secret: string;
  /** Where it keeps what it knows. */
  file: string;
};

export type RunningSimulator = { url: string; book: Book; stop(): Promise<void> };

const MAX_BYTES = 64 * 1024;

/** The member node's part of the contract, for the demo and the tests; on this machine only. */
export async function runSimulator({ port, secret, file }: SimulatorOptions): Promise<RunningSimulator> {
  const book = openBook(file);
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(bodyLimit({ maxSize: MAX_BYTES }));
  app.use(`/${PAYOUTS_PATH}/*`, moods(book));
  app.route('/', api(book, secret));
  app.route('/', page(book));
  const listener = getRequestListener((request, env) => app.fetch(request, env), { overrideGlobalObjects: false });
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 }, listener);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: heard } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${heard}`,
    book,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
