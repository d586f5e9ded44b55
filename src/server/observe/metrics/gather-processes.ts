import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';

const REQUEST = 'atrium:metrics';
/** After this the last figures of the process are used. */
const LIMIT_MS = 2_000;

type Figures = MetricObjectWithValues<MetricValue<string>>[];

export function answerForFigures(registry: Registry): void {
  process.on('message', (message) => {
    if (message !== REQUEST) return;
    void registry.getMetricsAsJSON().then((figures) => process.send?.({ figures }));
  });
}

/** prom-client's `clusterMetrics` fails if one process is busy, and drops counts of ended ones, so that rates jump. */
export function gatherFigures(): { text(): Promise<string>; answering(): number } {
  const latestFigures = new Map<number, Figures>();
  let endedFigures = Promise.resolve<Figures>([]);
  let answering = 0;

  const requestFigures = async (worker: Worker): Promise<boolean> => {
    try {
      const answer = once(worker, 'message', { signal: AbortSignal.timeout(LIMIT_MS) });
      worker.send(REQUEST);
      const [{ figures }] = (await answer) as [{ figures: Figures }];
      latestFigures.set(worker.id, figures);
      return true;
    } catch {
      return false;
    }
  };
  cluster.on('exit', ({ id }) => {
    const counters = (latestFigures.get(id) ?? []).filter(({ type }) =>
      ['counter', 'histogram'].includes(String(type)),
    );
    latestFigures.delete(id);
    endedFigures = endedFigures.then((before) => sum([before, counters]));
  });

  return {
    async text() {
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
      const answers = await Promise.all(workers.map((worker) => worker && requestFigures(worker)));
      answering = answers.filter(Boolean).length;
      return AggregatorRegistry.aggregate([await endedFigures, ...latestFigures.values()]).metrics();
    },
    answering: () => answering,
  };
}

async function sum(figures: Figures[]): Promise<Figures> {
  return AggregatorRegistry.aggregate(figures).getMetricsAsJSON() as Promise<Figures>;
}
