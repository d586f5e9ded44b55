import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { type EndedWork, work } from '#server/base/diagnostics.ts';
import type { Log } from '#server/base/log.ts';

const LIMIT_MS = 5_000;
const FAREWELL_MS = 2_000;

const KINDS: Record<EndedWork['kind'], SpanKind> = {
  request: SpanKind.SERVER,
  call: SpanKind.INTERNAL,
  job: SpanKind.INTERNAL,
  node: SpanKind.CLIENT,
  query: SpanKind.CLIENT,
};

type Current = { span: Span; kind: EndedWork['kind'] };

/** A full queue or a silent collector loses spans and blocks nothing. */
export function startTracing(endpoint: string, log: Log): { stop(): Promise<void> } {
  diag.setLogger(quietly(log), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: LIMIT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'atrium', 'process.pid': process.pid }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: LIMIT_MS })],
  });
  const tracer = provider.getTracer('atrium');
  const current = new AsyncLocalStorage<unknown>();
  const begun = new WeakMap<EndedWork, Span>();

  work.start.bindStore(current, (ours) => {
    const parent = current.getStore() as Current | undefined;
    // Skips queries outside of any work: the queue polls every second. Inside a query only a new connection would be
    // traced.
    if (ours.kind === 'query' && (!parent || parent.kind === 'query')) return parent;
    const options = { kind: KINDS[ours.kind], attributes: ours.attributes ?? {} };
    const context = parent ? trace.setSpan(ROOT_CONTEXT, parent.span) : contextOf(ours);
    const span = tracer.startSpan(ours.name, options, context);
    begun.set(ours, span);
    return { span, kind: ours.kind } satisfies Current;
  });
  const end = (ended: EndedWork) => {
    const span = begun.get(ended);
    if (!span) return;
    span.setAttributes(outcomeOf(ended));
    if (isFailed(ended)) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
  const hear = { asyncEnd: end as (message: unknown) => void };
  work.asyncEnd.subscribe(hear.asyncEnd);

  return {
    async stop() {
      work.start.unbindStore(current);
      work.asyncEnd.unsubscribe(hear.asyncEnd);
      await Promise.race([provider.shutdown().catch(() => {}), delay(FAREWELL_MS, undefined, { ref: false })]);
    },
  };
}

const propagator = new W3CTraceContextPropagator();

function contextOf({ headers }: EndedWork): Context {
  return headers ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter) : ROOT_CONTEXT;
}

/** Name or code of an error only: its message may hold user input. */
function outcomeOf({ result, error }: EndedWork): Attributes {
  if (error !== undefined) return { 'error.type': typeOf(error) };
  const status = statusOf(result);
  return status === undefined ? {} : { 'http.response.status_code': status };
}

function isFailed({ result, error }: EndedWork): boolean {
  return error !== undefined || (statusOf(result) ?? 0) >= 500;
}

/** Checks for `status`, because there are several classes of `Response`. */
function statusOf(result: unknown): number | undefined {
  if (typeof result !== 'object' || result === null || !('status' in result)) return undefined;
  return typeof result.status === 'number' ? result.status : undefined;
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** The exporter logs errors as JSON. */
function wordsOf(message: string): string {
  const [, words = message] = /"message":"([^"]*)"/.exec(message) ?? [];
  return words.slice(0, 300);
}

function quietly(log: Log) {
  let toldAt = -Infinity;
  const tell = (message: string) => {
    const now = performance.now();
    if (now - toldAt < 60_000) return;
    toldAt = now;
    log('warn', 'tracing', { message: wordsOf(message) });
  };
  const ignore = () => {};
  return { error: tell, warn: tell, info: ignore, debug: ignore, verbose: ignore };
}
