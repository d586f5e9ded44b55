import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { api, CONTRACT_PATHS } from './api.ts';
import { type Book, openBook } from './book.ts';
import { moods } from './moods.ts';
import { pages } from './pages.ts';
import { openWebhooks, type Webhooks } from './webhooks.ts';

export type SimulatorOptions = {
  /** 0 for any free one. */
  port: number;
  secret: string;
  /** Where it keeps what it knows. */
  file: string;
  /** Where the house wants to hear of payments; without it nobody is told. */
  webhookUrl?: string;
  now?: () => Date;
  /** How long it waits before each further try of a webhook. */
  waitsMs?: readonly number[];
};

export type RunningSimulator = { url: string; book: Book; webhooks: Webhooks; stop(): Promise<void> };

const MAX_BYTES = 64 * 1024;

/** The member node's part of the contract, for the demo and the tests; on this machine only. */
export async function runSimulator(options: SimulatorOptions): Promise<RunningSimulator> {
  const { port, secret, file, webhookUrl, now = () => new Date(), waitsMs } = options;
  const webhooks = openWebhooks({ secret, url: webhookUrl, switches: () => book.switches(), now, waitsMs });
  const book = openBook(file, { now, onChange: (id) => webhooks.tell(id) });
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(bodyLimit({ maxSize: MAX_BYTES }));
  app.use(CONTRACT_PATHS, moods(book));
  app.route('/', api(book, secret));
  app.route('/', pages(book, webhooks));
  const listener = getRequestListener((request, env) => app.fetch(request, env), { overrideGlobalObjects: false });
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 }, listener);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: heard } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${heard}`,
    book,
    webhooks,
    async stop() {
      webhooks.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
