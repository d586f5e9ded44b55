import type pg from 'pg';
import { collectDefaultMetrics, Counter, Gauge, type GaugeConfiguration, Histogram, Registry } from 'prom-client';
import { mailTried, nodeAsked, refusalGiven, requestAnswered, requestShed } from '#server/base/diagnostics.ts';
import { methodOf, routeKind, statusClass } from './labels.ts';

export type Observed = {
  requestsInFlight(): number;
  eventLoopLagMs(): number;
  eventStreams(): number;
  /** Undefined without a replica. */
  replicaLagSeconds(): number | undefined;
  pools: Record<string, Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>>;
};

const BUCKETS_SECONDS = [0.0025, 0.005, 0.01, 0.02, 0.035, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10];

type GaugeFactory = <Label extends string>(gauge: GaugeConfiguration<Label>) => Gauge<Label>;

export function processFigures(observed: Observed): { registry: Registry; stop(): void } {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const createGauge: GaugeFactory = (gauge) => new Gauge({ ...gauge, registers });
  observe(observed, createGauge);

  const requests = new Counter({
    name: 'atrium_http_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['kind', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'atrium_http_request_duration_seconds',
    help: 'From the arrival of a request until its answer begins.',
    labelNames: ['kind'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const shedRequests = new Counter({
    name: 'atrium_http_requests_shed_total',
    help: 'Requests answered 503 at once, because too many came (full) or the event loop was late (lag).',
    labelNames: ['reason'],
    registers,
  });
  const refusals = new Counter({
    name: 'atrium_refusals_total',
    help: 'Refusals, by the code that the caller got.',
    labelNames: ['code'],
    registers,
  });
  const nodeRequests = new Counter({
    name: 'atrium_node_requests_total',
    help: 'Questions to the member node, by whether it gave an answer of its own.',
    labelNames: ['outcome'],
    registers,
  });
  const nodeAnsweredAt = timestamp('atrium_node_last_answer_timestamp_seconds', 'When the member node last answered.');
  const mails = new Counter({
    name: 'atrium_mails_total',
    help: 'Attempts to send an e-mail.',
    labelNames: ['outcome'],
    registers,
  });
  const mailSentAt = timestamp('atrium_mail_last_success_timestamp_seconds', 'When an e-mail was last sent.');

  /** Latest value of all processes; absent before the first event. */
  function timestamp(name: string, help: string): () => void {
    let at: number | undefined;
    createGauge({
      name,
      help,
      aggregator: 'max',
      // Without a label prom-client reports 0 before the first event.
      labelNames: ['of'],
      collect() {
        if (at !== undefined) this.set({ of: 'app' }, at);
      },
    });
    return () => (at = (performance.timeOrigin + performance.now()) / 1000);
  }

  const endings = [
    requestAnswered.subscribe(({ method, path, status, ms }) => {
      const kind = routeKind(path);
      requests.inc({ kind, method: methodOf(method), status: statusClass(status) });
      durations.observe({ kind }, ms / 1000);
    }),
    requestShed.subscribe(({ reason }) => shedRequests.inc({ reason })),
    refusalGiven.subscribe(({ code }) => refusals.inc({ code })),
    nodeAsked.subscribe(({ outcome }) => {
      nodeRequests.inc({ outcome });
      if (outcome === 'answered') nodeAnsweredAt();
    }),
    mailTried.subscribe(({ outcome }) => {
      mails.inc({ outcome });
      if (outcome === 'sent') mailSentAt();
    }),
  ];
  return {
    registry,
    stop() {
      for (const end of endings) end();
    },
  };
}

function observe(
  { requestsInFlight, eventLoopLagMs, eventStreams, replicaLagSeconds, pools }: Observed,
  createGauge: GaugeFactory,
): void {
  createGauge({
    name: 'atrium_http_requests_in_flight',
    help: 'Pages and reads that are being answered.',
    collect() {
      this.set(requestsInFlight());
    },
  });
  createGauge({
    name: 'atrium_event_loop_lag_seconds',
    help: 'The delay of the event loop that load shedding goes by; of several processes the longest.',
    aggregator: 'max',
    collect() {
      this.set(eventLoopLagMs() / 1000);
    },
  });
  createGauge({
    name: 'atrium_event_streams',
    help: 'Open pages that are told what happens.',
    collect() {
      this.set(eventStreams());
    },
  });
  createGauge({
    name: 'atrium_replica_lag_seconds',
    help: 'How long the replica has not been up to date; of several processes the longest.',
    aggregator: 'max',
    // Without a label prom-client reports 0 where there is no replica.
    labelNames: ['of'],
    collect() {
      const seconds = replicaLagSeconds();
      if (seconds !== undefined) this.set({ of: 'app' }, seconds);
    },
  });
  createGauge({
    name: 'atrium_database_pool_connections',
    help: 'Connections to PostgreSQL, by pool and whether they are at work.',
    labelNames: ['pool', 'state'],
    collect() {
      for (const [pool, { totalCount, idleCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'busy' }, totalCount - idleCount);
      }
    },
  });
  createGauge({
    name: 'atrium_database_pool_waiting',
    help: 'Questions that wait for a connection.',
    labelNames: ['pool'],
    collect() {
      for (const [pool, { waitingCount }] of Object.entries(pools)) this.set({ pool }, waitingCount);
    },
  });
}
