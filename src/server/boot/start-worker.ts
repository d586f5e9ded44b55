import { Hono } from 'hono';
import type { Clock } from '#server/base/clock.ts';
import { type Config, ConfigRefusal } from '#server/base/config.ts';
import { healthRoutes } from '#server/http/front/health-routes.ts';
import { listen } from '#server/base/net/listen.ts';
import type { HttpEnv } from '#server/api/request-info.ts';
import { createHttpServer } from '#server/http/front/server.ts';
import { watchEventLoop } from '#server/http/front/load-shedding.ts';
import type { Log } from '#server/base/log.ts';
import { withBackend } from './create-services.ts';
import { openMetrics } from './open-metrics.ts';
import { isAnswering, type Running } from './start.ts';

/** Jobs and sweeps without a site: `PORT` serves only health checks. */
export function startWorker(config: Config, log: Log, clock: Clock): Promise<Running> {
  if (!config.databaseUrl) {
    throw new ConfigRefusal('The worker needs DATABASE_URL: the jobs of a private database are run by npm start.');
  }
  return withBackend(config, log, clock, async ({ services, databaseUrl, runJobs, onClose, close }) => {
    const eventLoop = watchEventLoop();
    onClose(async () => eventLoop.stop());
    const metrics = await openMetrics({ ...config, webProcesses: 1 }, log, {
      requestsInFlight: () => 0,
      eventLoopLagMs: eventLoop.lagMs,
      eventStreams: () => 0,
      replicaLagSeconds: () => services.replica?.lagSeconds(),
      pools: { reads: services.reads, transactions: services.pool },
      databaseUrl,
    });
    onClose(async () => metrics?.stop());
    await runJobs();
    let isStopping = false;
    const health = new Hono<HttpEnv>();
    health.route(
      '/',
      healthRoutes(async () => !isStopping && (await isAnswering(services.db))),
    );
    const server = await listen(createHttpServer(health.fetch, config), config);
    return {
      ...server,
      async stop() {
        isStopping = true;
        await server.stop();
        await close();
      },
    };
  });
}
