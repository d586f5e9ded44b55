import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';

const ASK = 'atrium:metrics';
/** After this the last figures of the process are used. */
const LIMIT_MS = 2_000;

type Figures = MetricObjectWithValues<MetricValue<string>>[];

export function answerForFigures(registry: Registry): void {
  process.on('message', (message) => {
    if (message !== ASK) return;
    void registry.getMetricsAsJSON().then((figures) => process.send?.({ figures }));
  });
}

/** prom-client's `clusterMetrics` fails if one process is busy, and drops counts of ended ones, so that rates jump. */
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
