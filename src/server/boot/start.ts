import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Clock, systemClock } from '#server/base/clock.ts';
import type { Config } from '#server/base/config.ts';
import type { Db } from '#server/db/connect.ts';
import { defaultMaxConnections, limitConnections } from '#server/http/front/connection-limits.ts';
import { seedDemo } from '#server/operator/seed/index.ts';
import { inProcess, overHttp } from '#server/http/calls/transport.ts';
import { type Listening, listen } from '#server/base/net/listen.ts';
import type { Log } from '#server/base/log.ts';
import { createServices } from './create-services.ts';
import { createHttpServer } from '#server/http/front/server.ts';
import { createBackgroundTasks } from '#server/base/background-tasks.ts';
import { openMetrics } from './open-metrics.ts';
import { asSpan } from '#server/http/front/request-span.ts';
import { createHandler, type HandlerParts } from '#server/http/handler.ts';
import {
  countInFlight,
  isCountedUnless,
  isUnshedFor,
  shedLoad,
  watchEventLoop,
} from '#server/http/front/load-shedding.ts';
import { pageCache } from '#server/http/pages/page-cache.ts';
import { viewCounter } from '#server/http/pages/view-counter.ts';

export type Running = Listening;

/** Listens last, stops in reverse order after `DRAIN_SECONDS`. With `API_URL`: pages only, no database, no jobs. */
export async function start(
  config: Config,
  log: Log,
  built: Pick<HandlerParts, 'render' | 'files'>,
  clock: Clock = systemClock,
): Promise<Running> {
  const tracing = config.otlpEndpoint ? await beginTracing(config.otlpEndpoint, log) : undefined;
  const backend = config.apiUrl ? undefined : await createServices(config, log, clock);
  const backgroundTasks = createBackgroundTasks(log);
  let isStopping = false;
  try {
    const db = backend?.services.db;
    if (backend && !config.isProduction && !config.databaseUrl) await seedDemo(backend.services);
    const transport = backend ? inProcess(backend.app) : overHttp(config.apiUrl ?? '');
    const countView = viewCounter(transport, backgroundTasks, clock);
    const pages = pageCache(config, countView, log, clock);
    const handler = createHandler({
      config,
      clock,
      log,
      transport,
      countView,
      pages,
      mailboxDb: config.smtpUrl || config.isProduction ? undefined : db,
      isReady: async () => !isStopping && (!db || (await isAnswering(db))),
      ...built,
    });
    const eventLoop = watchEventLoop();
    const inFlight = countInFlight(config);
    const waitingTransactions = () => backend?.services.pool.waitingCount ?? 0;
    const isUnshed = isUnshedFor(built.files);
    const shedIfBusy = shedLoad({ inFlight, lagMs: eventLoop.lagMs, waitingTransactions, isUnshed }, config, log);
    const server = createHttpServer(
      inFlight.counted(tracing ? asSpan(handler.fetch) : handler.fetch, isCountedUnless(isUnshed)),
      { ...config, log },
      (requestInfo) => pages.answer(requestInfo) || shedIfBusy(requestInfo),
      () => isStopping,
    );
    const maxConnections = config.maxConnections ?? defaultMaxConnections();
    limitConnections(server, { ...config, maxConnections }, log);
    const metrics = await openMetrics(config, log, {
      requestsInFlight: inFlight.total,
      eventLoopLagMs: eventLoop.lagMs,
      eventStreams: () => backend?.events.count() ?? 0,
      replicaLagSeconds: () => backend?.services.replica?.lagSeconds(),
      pools: backend ? { reads: backend.services.reads, transactions: backend.services.pool } : {},
      databaseUrl: backend?.databaseUrl,
    });
    const listener = await listen(server, config).catch(async (error: unknown) => {
      await metrics?.stop();
      throw error;
    });
    let stopping: Promise<void> | undefined;
    const stop = async () => {
      isStopping = true;
      if (config.drainSeconds > 0) await delay(config.drainSeconds * 1000);
      eventLoop.stop();
      backend?.events.stop();
      await listener.stop();
      await backgroundTasks.settle();
      await metrics?.stop();
      await backend?.close();
      await tracing?.stop();
    };
    return { ...listener, stop: () => (stopping ??= stop()) };
  } catch (error) {
    await backend?.close();
    throw error;
  }
}

export function isAnswering(db: Db): Promise<boolean> {
  return db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
}

/** Imported on demand: OpenTelemetry is 0.85 MB of the bundle. */
async function beginTracing(endpoint: string, log: Log) {
  const { startTracing } = await import('#server/observe/tracing/index.ts');
  return startTracing(endpoint, log);
}
