import { once } from 'node:events';
import { connect as connectTo, type Socket } from 'node:net';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { systemClock } from '#server/base/clock.ts';
import { connect } from '#server/db/connect.ts';
import { mailbox } from '#server/db/schema/index.ts';
import { CAST } from '#server/operator/seed/cast.ts';
import { seedEmptyDemo } from '#server/operator/seed/index.ts';
import { createHttpServer } from '#server/http/front/server.ts';
import type { HttpEnv } from '#server/api/request-info.ts';
import { freshDatabase } from '../../support/app/services.ts';
import { jsonOf, sendRaw, visit } from '../../support/app/http.ts';
import { openLine } from '../../support/db/line.ts';
import { openTestSite } from '../../support/app/site.ts';
import { answerFrom } from '../../support/app/sign-in-over-http.ts';

const body = JSON.stringify({ refresh: 'x' });

/** Sends a request with half of its body; `finish` sends the rest. */
async function beginRequest(port: number): Promise<{ socket: Socket; finish(): Promise<string> }> {
  const socket = connectTo(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST /api/auth/logout/ HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  let answer = '';
  socket.on('data', (bytes) => (answer += bytes.toString()));
  const finish = async () => {
    socket.write(body.slice(5));
    await once(socket, 'close');
    return answer;
  };
  return { socket, finish };
}

test('whoever is in the middle of a request is answered before the site stops, and nobody new gets in', async () => {
  const { port, running } = await openTestSite();
  expect((await visit(port, '/readyz')).status).toBe(200);
  const requests = await Promise.all(Array.from({ length: 60 }, () => beginRequest(port)));
  // Includes the connection of the first visit. The server can't answer connections that the kernel has not handed over
  // yet.
  await expect.poll(() => running.connections()).toBe(61);
  const stopped = running.stop();

  await expect(sendRaw(port, 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).rejects.toThrow(
    'ECONNREFUSED',
  );
  const answers = await Promise.all(requests.map(({ finish }) => finish()));
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  await stopped;
});

test('stopping twice is stopping once', async () => {
  const { running } = await openTestSite();
  await Promise.all([running.stop(), running.stop()]);
});

test('without its database the site lives but is not ready, and it is ready again afterwards', async () => {
  const databaseUrl = await freshDatabase();
  const database = connect(databaseUrl, 1);
  await seedEmptyDemo({ ...database, clock: systemClock }, CAST);
  const line = await openLine(databaseUrl);
  const { port } = await openTestSite({ env: { DATABASE_URL: line.databaseUrl } });
  await line.close();
  await expect.poll(async () => (await visit(port, '/readyz')).status).toBe(503);
  expect((await visit(port, '/healthz')).status).toBe(200);
  expect((await visit(port, '/api/partners/anna/')).status).toBe(503);
  expect((await visit(port, '/ru/partnerlink/anna')).status).toBe(503);
  await line.open();
  await expect.poll(async () => (await visit(port, '/readyz')).status).toBe(200);
  expect((await visit(port, '/ru/partnerlink/anna')).status).toBe(200);

  const form = jsonOf({ email: 'anna@demo.example', bot_check: await answerFrom(port) });
  expect((await visit(port, '/api/auth/reset/', form)).status).toBe(202);
  await expect.poll(() => database.db.$count(mailbox), { timeout: 20_000 }).toBe(1);
  await database.close();
});

test('slow senders are cut: headers after 10 seconds, a request after 30', () => {
  const server = createHttpServer(new Hono<HttpEnv>().fetch, { trustedProxyHops: 0 });
  expect(server.headersTimeout).toBe(10_000);
  expect(server.requestTimeout).toBe(30_000);
  expect(server.maxRequestsPerSocket).toBe(0);
  server.close();
});
