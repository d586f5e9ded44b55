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
const SHUTDOWN_LIMIT_MS = 2_000;

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
  diag.setLogger(quietLogger(log), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
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
  const spans = new WeakMap<EndedWork, Span>();

  work.start.bindStore(current, (startedWork) => {
    const parent = current.getStore() as Current | undefined;
    // Skips queries outside of any work: the queue polls every second. Inside a query only a new connection would be
    // traced.
    if (startedWork.kind === 'query' && (!parent || parent.kind === 'query')) return parent;
    const options = { kind: KINDS[startedWork.kind], attributes: startedWork.attributes ?? {} };
    const context = parent ? trace.setSpan(ROOT_CONTEXT, parent.span) : readContext(startedWork);
    const span = tracer.startSpan(startedWork.name, options, context);
    spans.set(startedWork, span);
    return { span, kind: startedWork.kind } satisfies Current;
  });
  const end = (endedWork: EndedWork) => {
    const span = spans.get(endedWork);
    if (!span) return;
    span.setAttributes(readOutcome(endedWork));
    if (isFailed(endedWork)) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
  const subscriber = { asyncEnd: end as (message: unknown) => void };
  work.asyncEnd.subscribe(subscriber.asyncEnd);

  return {
    async stop() {
      work.start.unbindStore(current);
      work.asyncEnd.unsubscribe(subscriber.asyncEnd);
      await Promise.race([provider.shutdown().catch(() => {}), delay(SHUTDOWN_LIMIT_MS, undefined, { ref: false })]);
    },
  };
}

const propagator = new W3CTraceContextPropagator();

function readContext({ headers }: EndedWork): Context {
  return headers ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter) : ROOT_CONTEXT;
}

/** Name or code of an error only: its message may hold user input. */
function readOutcome({ result, error }: EndedWork): Attributes {
  if (error !== undefined) return { 'error.type': errorType(error) };
  const status = readStatus(result);
  return status === undefined ? {} : { 'http.response.status_code': status };
}

function isFailed({ result, error }: EndedWork): boolean {
  return error !== undefined || (readStatus(result) ?? 0) >= 500;
}

/** Checks for `status`, because there are several classes of `Response`. */
function readStatus(result: unknown): number | undefined {
  if (typeof result !== 'object' || result === null || !('status' in result)) return undefined;
  return typeof result.status === 'number' ? result.status : undefined;
}

function errorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** The exporter logs errors as JSON. */
function readMessage(message: string): string {
  const [, words = message] = /"message":"([^"]*)"/.exec(message) ?? [];
  return words.slice(0, 300);
}

function quietLogger(log: Log) {
  let loggedAt = -Infinity;
  const logMessage = (message: string) => {
    const now = performance.now();
    if (now - loggedAt < 60_000) return;
    loggedAt = now;
    log('warn', 'tracing', { message: readMessage(message) });
  };
  const ignore = () => {};
  return { error: logMessage, warn: logMessage, info: ignore, debug: ignore, verbose: ignore };
}
