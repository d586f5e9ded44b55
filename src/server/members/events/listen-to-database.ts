import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { newClient } from '#server/db/new-client.ts';
import { requireNewestPrimary } from '#server/db/newest-primary.ts';
import { errorFields, type Log } from '#server/base/log.ts';

const CHANNEL = 'events';
const LIMITS_MS = { connect: 3_000, answer: 5_000, farewell: 500 };
/** Finds connections that were dropped silently. */
const CHECK_MS = 30_000;
const PAUSE_MS = { first: 250, longest: 30_000 };

type Listener = {
  receive(payload: string): void;
  /** Earlier events may have been missed. */
  onConnected(): void;
};

/** Reconnects with growing pauses. Resolves after the first attempt, even if it failed. */
export async function listenToDatabase(
  databaseUrl: string,
  listener: Listener,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const requirePrimary = requireNewestPrimary();
  let markTried = () => {};
  const isTried = new Promise<void>((resolve) => (markTried = resolve));
  const keepListening = async () => {
    for (let pauseMs = PAUSE_MS.first; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, PAUSE_MS.longest)) {
      await listenOnce(databaseUrl, stopping.signal, {
        requirePrimary,
        receive: listener.receive,
        onConnected() {
          pauseMs = PAUSE_MS.first;
          listener.onConnected();
          markTried();
        },
      }).catch((error: unknown) => log('warn', 'events', errorFields(error)));
      markTried();
      await wait(pauseMs * (0.5 + Math.random() / 2), stopping.signal);
    }
  };
  const running = keepListening();
  await isTried;
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

type ListenOptions = Listener & { requirePrimary(client: pg.ClientBase): Promise<void> };

/** Throws when the connection breaks; returns when stopping. */
async function listenOnce(connectionString: string, stopping: AbortSignal, listener: ListenOptions): Promise<void> {
  const client = newClient({
    connectionString,
    application_name: 'atrium events',
    connectionTimeoutMillis: LIMITS_MS.connect,
    query_timeout: LIMITS_MS.answer,
  });
  const broken = new AbortController();
  client.on('error', () => broken.abort());
  client.on('end', () => broken.abort());
  client.on('notification', ({ payload }) => listener.receive(payload ?? ''));
  try {
    await client.connect();
    await listener.requirePrimary(client);
    await client.query(`listen ${CHANNEL}`);
    listener.onConnected();
    while (!stopping.aborted) {
      await wait(CHECK_MS, stopping, broken.signal);
      if (!stopping.aborted) await client.query('select 1');
    }
  } finally {
    if (stopping.aborted) await Promise.race([client.end().catch(() => {}), delay(LIMITS_MS.farewell)]);
    (client as pg.Client & { connection: pg.Connection }).connection.stream.destroy();
  }
}

async function wait(ms: number, ...until: AbortSignal[]): Promise<void> {
  await delay(ms, undefined, { signal: AbortSignal.any(until) }).catch(() => {});
}
