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
  const open = config.apiUrl ? undefined : await createServices(config, log, clock);
  const backgroundTasks = createBackgroundTasks(log);
  let isStopping = false;
  try {
    const db = open?.services.db;
    if (open && !config.isProduction && !config.databaseUrl) await seedDemo(open.services);
    const transport = open ? inProcess(open.app) : overHttp(config.apiUrl ?? '');
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
    const waitingTransactions = () => open?.services.pool.waitingCount ?? 0;
    const isUnshed = isUnshedFor(built.files);
    const shed = shedLoad({ inFlight, lagMs: eventLoop.lagMs, waitingTransactions, isUnshed }, config, log);
    const server = createHttpServer(
      inFlight.counted(tracing ? asSpan(handler.fetch) : handler.fetch, isCountedUnless(isUnshed)),
      { ...config, log },
      (requestInfo) => pages.answer(requestInfo) || shed(requestInfo),
      () => isStopping,
    );
    const maxConnections = config.maxConnections ?? defaultMaxConnections();
    limitConnections(server, { ...config, maxConnections }, log);
    const metrics = await openMetrics(config, log, {
      requestsInFlight: inFlight.total,
      eventLoopLagMs: eventLoop.lagMs,
      eventStreams: () => open?.events.count() ?? 0,
      pools: open ? { reads: open.services.reads, transactions: open.services.pool } : {},
      databaseUrl: open?.databaseUrl,
    });
    const listening = await listen(server, config).catch(async (error: unknown) => {
      await metrics?.stop();
      throw error;
    });
    let stopped: Promise<void> | undefined;
    const stop = async () => {
      isStopping = true;
      if (config.drainSeconds > 0) await delay(config.drainSeconds * 1000);
      eventLoop.stop();
      open?.events.stop();
      await listening.stop();
      await backgroundTasks.settle();
      await metrics?.stop();
      await open?.close();
      await tracing?.stop();
    };
    return { ...listening, stop: () => (stopped ??= stop()) };
  } catch (error) {
    await open?.close();
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
