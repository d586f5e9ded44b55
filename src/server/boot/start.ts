import { sql } from 'drizzle-orm';
import { type Clock, systemClock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import { defaultMaxConnections, limitConnections } from '#server/http/connection-limits.ts';
import { seedDemo } from '#server/seed/index.ts';
import { inProcess, overHttp } from '#server/http/transport.ts';
import { type Listening, listen } from '#server/http/listen.ts';
import type { Log } from '#server/log.ts';
import { openHouse } from './create-services.ts';
import { createHttpServer } from '#server/http/server.ts';
import { createErrands } from '#server/background-tasks.ts';
import { createFront, type FrontParts } from '#server/http/handler.ts';
import { countInFlight, isCounted, shedLoad, watchEventLoop } from '#server/http/load-shedding.ts';
import { rememberRefusals } from '#server/http/remembered-refusals.ts';
import { storedPages } from '#server/http/page-cache.ts';
import { viewCounter } from '#server/http/view-counter.ts';

export type Running = Listening;

/**
 * Brings everything up, listens last, and stops in the opposite order. With `API_URL` there is no house behind the
 * front: no database, no jobs, only pages.
 */
export async function start(
  config: Config,
  log: Log,
  drawing: Pick<FrontParts, 'render' | 'files'>,
  clock: Clock = systemClock,
): Promise<Running> {
  const open = config.apiUrl ? undefined : await openHouse(config, log, clock);
  const errands = createErrands(log);
  let isStopping = false;
  try {
    const db = open?.house.db;
    if (open && !config.isProduction && !config.databaseUrl) await seedDemo(open.house);
    const transport = open ? inProcess(open.app) : overHttp(config.apiUrl ?? '');
    const countView = viewCounter(transport, errands, clock);
    const pages = storedPages(countView, log, clock);
    const front = createFront({
      config,
      clock,
      log,
      transport,
      countView,
      pages,
      mailboxDb: config.smtpUrl || config.isProduction ? undefined : db,
      isReady: async () =>
        !isStopping &&
        (!db ||
          (await db.execute(sql`select 1`).then(
            () => true,
            () => false,
          ))),
      ...drawing,
    });
    const eventLoop = watchEventLoop();
    const inFlight = countInFlight();
    const waitingTransactions = () => open?.house.pool.waitingCount ?? 0;
    const shed = shedLoad({ inFlight, lagMs: eventLoop.lagMs, waitingTransactions }, config, log);
    const refusals = rememberRefusals(log, clock);
    const server = createHttpServer(
      inFlight.counted(refusals.noted(front.fetch), isCounted),
      config,
      (arrival) => pages.answer(arrival) || refusals.answer(arrival) || shed(arrival),
    );
    const maxConnections = config.maxConnections ?? defaultMaxConnections();
    limitConnections(server, { ...config, maxConnections }, log);
    const listening = await listen(server, config);
    let stopped: Promise<void> | undefined;
    const stop = async () => {
      isStopping = true;
      eventLoop.stop();
      open?.events.stop();
      await listening.stop();
      await errands.settle();
      await open?.close();
    };
    return { ...listening, stop: () => (stopped ??= stop()) };
  } catch (error) {
    await open?.close();
    throw error;
  }
}
