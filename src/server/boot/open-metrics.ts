import cluster from 'node:cluster';
import { Gauge, Registry } from 'prom-client';
import type { Config } from '#server/base/config.ts';
import type { Log } from '#server/base/log.ts';
import {
  databaseFigures,
  gatherFigures,
  type Observed,
  processFigures,
  serveMetrics,
  answerForFigures,
} from '#server/observe/metrics/index.ts';

type OpenMetrics = { stop(): Promise<void> };

/** Serves metrics at `METRICS_PORT`; in one of several processes, by the process that started it. */
export async function openMetrics(
  config: Config,
  log: Log,
  observed: Observed & { databaseUrl: string | undefined },
): Promise<OpenMetrics | undefined> {
  if (config.metricsPort === undefined) return undefined;
  const figures = processFigures(observed);
  if (cluster.isWorker) {
    answerForFigures(figures.registry);
    return { stop: () => Promise.resolve(figures.stop()) };
  }
  const metrics = await serveFigures(config, log, {
    databaseUrl: observed.databaseUrl,
    text: () => figures.registry.metrics(),
    answering: () => 1,
  });
  return {
    async stop() {
      await metrics?.stop();
      figures.stop();
    },
  };
}

export function openGatheredMetrics(config: Config, log: Log): Promise<OpenMetrics | undefined> {
  return serveFigures(config, log, { databaseUrl: config.databaseUrl, ...gatherFigures() });
}

type Source = { databaseUrl: string | undefined; text(): Promise<string>; answering(): number };

async function serveFigures(
  config: Config,
  log: Log,
  { databaseUrl, text, answering }: Source,
): Promise<OpenMetrics | undefined> {
  const { metricsPort, webProcesses } = config;
  if (metricsPort === undefined) return undefined;
  const database = databaseUrl ? databaseFigures(databaseUrl, log) : undefined;
  const processes = processesGauge({ wanted: () => webProcesses, answering });
  const write = async () => {
    const [processText] = await Promise.all([text(), database?.refresh()]);
    return [processText, await processes.metrics(), await database?.registry.metrics()].join('\n');
  };
  try {
    const server = await serveMetrics({ ...config, metricsPort }, write, log);
    return {
      async stop() {
        await server.stop();
        await database?.close();
      },
    };
  } catch (error) {
    await database?.close();
    throw error;
  }
}

function processesGauge(states: Record<'wanted' | 'answering', () => number>): Registry {
  const registry = new Registry();
  const gauge = new Gauge({
    name: 'atrium_processes',
    help: 'Processes that share the port: how many there should be, and how many answered this scrape.',
    labelNames: ['state'],
    registers: [],
    collect() {
      for (const [state, count] of Object.entries(states)) this.set({ state }, count());
    },
  });
  registry.registerMetric(gauge);
  return registry;
}
