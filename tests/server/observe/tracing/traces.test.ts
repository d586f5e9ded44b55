import { expect, onTestFinished, test, vi } from 'vitest';
import { openCollector } from '../../../support/world/collector.ts';
import { isLong } from '../../../support/everyday.ts';
import { visit } from '../../../support/app/http.ts';
import { NO_NODE } from '../../../support/world/node.ts';
import { createTestServices, SESSION_SECRET } from '../../../support/app/services.ts';
import { signInByApi } from '../../../support/app/sign-in-over-http.ts';
import { startWholeApp } from '../../../support/app/whole-app.ts';

vi.setConfig({ testTimeout: 90_000 });

const { databaseUrl } = await createTestServices();
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

async function start(env: Record<string, string>) {
  const app = await startWholeApp({ DATABASE_URL: databaseUrl, SESSION_SECRET, ...NO_NODE, ...env });
  onTestFinished(async () => {
    app.process.kill('SIGTERM');
    await app.ended;
  });
  expect(await app.isUp).toBe(true);
  return app;
}

test('a visitor’s trace has their request, its calls and their queries in it, and nothing of who they are', async () => {
  const collector = await openCollector();
  const app = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const { access } = await signInByApi(app.port, 'anna');
  const page = await visit(app.port, '/en/dashboard/team/ivan?from=secret-query', {
    cookies: { access_token: access },
    headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
  });
  expect(page.status).toBe(200);
  // The remaining spans are sent when the app stops.
  app.process.kill('SIGTERM');
  expect(await app.ended).toBe(0);

  const ours = collector.spans.filter(({ traceId }) => traceId === TRACE);
  const [request, ...others] = ours.filter(({ parentSpanId }) => parentSpanId === PARENT);
  expect(others).toEqual([]);
  expect(request).toMatchObject({
    name: 'GET /{language}/dashboard/team/{username}',
    attributes: expect.arrayContaining([
      { key: 'http.response.status_code', value: { intValue: 200 } },
      { key: 'atrium.request_id', value: { stringValue: page.headers['x-request-id'] } },
    ]),
  });
  const below = (spanId?: string) => ours.filter(({ parentSpanId }) => parentSpanId === spanId);
  const calls = below(request?.spanId);
  expect(calls.map(({ name }) => name)).toContain('GET /api/users/profile/');
  const queries = calls.flatMap(({ spanId }) => below(spanId));
  expect(queries.map(({ name }) => name)).toEqual(expect.arrayContaining([expect.stringMatching(/^select /)]));
  expect(1 + calls.length + queries.length).toBe(ours.length);

  const received = collector.received();
  for (const secret of ['anna', 'ivan', 'secret-query', access, access.slice(0, 40), '127.0.0.1', 'demo.example']) {
    expect(received).not.toContain(secret);
  }
});

test.runIf(isLong)('a collector that is away holds up nobody and is told of once', async () => {
  const app = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  expect((await visit(app.port, '/en/auth')).status).toBe(200);
  await expect.poll(() => app.said(), { timeout: 60_000 }).toContain('"event":"tracing"');
  expect(app.said().match(/"event":"tracing"/g)).toHaveLength(1);
  app.process.kill('SIGTERM');
  expect(await app.ended).toBe(0);
});
