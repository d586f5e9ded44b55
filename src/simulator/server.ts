import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { api, CONTRACT_PATHS } from './api.ts';
import { type SimulatorState, openSimulatorState } from './state.ts';
import { pages } from './pages.ts';
import type { FailureMode } from './switches.ts';
import { openWebhooks, type Webhooks } from './webhooks.ts';

export type SimulatorOptions = {
  /** 0: any free port. */
  port: number;
  secret: string;
  file: string;
  webhookUrl?: string;
  now?: () => Date;
  waitsMs?: readonly number[];
};

export type RunningSimulator = { url: string; state: SimulatorState; webhooks: Webhooks; stop(): Promise<void> };

const MAX_BYTES = 64 * 1024;

/** For the demo and the tests. Listens on this machine only. */
export async function runSimulator(options: SimulatorOptions): Promise<RunningSimulator> {
  const { port, secret, file, webhookUrl, now = () => new Date(), waitsMs } = options;
  const webhooks = openWebhooks({ secret, url: webhookUrl, switches: () => state.switches(), now, waitsMs });
  const state = openSimulatorState(file, { now, onChange: (id) => webhooks.notify(id) });
  const stopping = new AbortController();
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(bodyLimit({ maxSize: MAX_BYTES }));
  app.use(CONTRACT_PATHS, applyFailureMode(state, stopping.signal));
  app.route('/', api(state, secret));
  app.route('/', pages(state, webhooks));
  const listener = getRequestListener((request, env) => app.fetch(request, env), { overrideGlobalObjects: false });
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 }, listener);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${actualPort}`,
    state,
    webhooks,
    async stop() {
      stopping.abort();
      webhooks.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

type Handler = MiddlewareHandler<{ Bindings: HttpBindings }>;

function applyFailureMode(state: SimulatorState, stopping: AbortSignal): Handler {
  return (context, next) => answers[state.switches().failureMode](state, stopping)(context, next);
}

const ELSEWHERE = 'http://127.0.0.1:9/elsewhere';

const isDown: Handler = (context) => Promise.resolve(context.json({ error: 'down' }, 503));

const answers: Record<FailureMode, (state: SimulatorState, stopping: AbortSignal) => Handler> = {
  well: () => (_, next) => next(),
  slow: (state, stopping) => async (context, next) => {
    await delay(state.switches().delayMs, undefined, { signal: stopping }).catch(() => {});
    // The file may be deleted after a stop.
    return stopping.aborted ? isDown(context, next) : next();
  },
  down: () => isDown,
  redirect: () => (context) => Promise.resolve(context.redirect(ELSEWHERE, 307)),
  silent: () => async (context, next) => {
    await next();
    context.env.incoming.socket.destroy();
  },
  nonsense: () => async (context, next) => {
    await next();
    context.res = new Response('<h1>All is well</h1>', { headers: { 'content-type': 'application/json' } });
  },
  gigabyte: () => async (context, next) => {
    await next();
    context.res = new Response(gigabyte(), { headers: { 'content-type': 'application/json' } });
  },
};

function gigabyte(): ReadableStream<Uint8Array> {
  const piece = new Uint8Array(2 ** 16).fill(32);
  let remaining = 2 ** 14;
  return new ReadableStream({
    pull(controller) {
      remaining -= 1;
      controller.enqueue(piece);
      if (remaining === 0) controller.close();
    },
  });
}
