import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';

const ASK = 'atrium:metrics';
/** A process that is too busy to say is spoken for by what it said last. */
const LIMIT_MS = 2_000;

type Figures = MetricObjectWithValues<MetricValue<string>>[];

/** In a process of several: tells its figures to the one that has started it. */
export function answerForFigures(registry: Registry): void {
  process.on('message', (message) => {
    if (message !== ASK) return;
    void registry.getMetricsAsJSON().then((figures) => process.send?.({ figures }));
  });
}

/**
 * The figures of all processes together. prom-client's own `clusterMetrics` has none at all while one process is too
 * busy to answer, and takes what an ended process has counted out of the sums, which makes a rate leap.
 */
export function gatherFigures(): { text(): Promise<string>; answering(): number } {
  const latest = new Map<number, Figures>();
  let ended = Promise.resolve<Figures>([]);
  let answering = 0;

  const ask = async (worker: Worker): Promise<boolean> => {
    try {
      const answer = once(worker, 'message', { signal: AbortSignal.timeout(LIMIT_MS) });
      worker.send(ASK);
      const [{ figures }] = (await answer) as [{ figures: Figures }];
      latest.set(worker.id, figures);
      return true;
    } catch {
      return false;
    }
  };
  cluster.on('exit', ({ id }) => {
    const counted = (latest.get(id) ?? []).filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
    latest.delete(id);
    ended = ended.then((before) => sum([before, counted]));
  });

  return {
    async text() {
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
      const answers = await Promise.all(workers.map((worker) => worker && ask(worker)));
      answering = answers.filter(Boolean).length;
      return AggregatorRegistry.aggregate([await ended, ...latest.values()]).metrics();
    },
    answering: () => answering,
  };
}

async function sum(figures: Figures[]): Promise<Figures> {
  return AggregatorRegistry.aggregate(figures).getMetricsAsJSON() as Promise<Figures>;
}
