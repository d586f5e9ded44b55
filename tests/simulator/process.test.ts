import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openNode, startSimulator } from '#server/node/index.ts';
import { isLong } from '../support/everyday.ts';
import { freePort } from '../support/free-port.ts';
import { formOf, visit } from '../support/app/http.ts';
import { NODE_SECRET } from '../support/world/node.ts';
import { paymentRequestOrder, payoutOrder } from '../support/world/orders.ts';

const HOLDER = fileURLToPath(new URL('../support/processes/simulator-holder.ts', import.meta.url));

async function place() {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-simulator-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const port = await freePort();
  return {
    order: { port, secret: NODE_SECRET, dataDir, webhookUrl: 'http://127.0.0.1:9/' },
    node: openNode({ url: `http://127.0.0.1:${port}`, secret: NODE_SECRET }),
  };
}

const isOpen = (port: number) =>
  visit(port, '/').then(
    ({ status }) => status === 200,
    () => false,
  );

test('it runs in a process of its own, keeps what it paid in the data folder, and is gone when it is told to stop', async () => {
  const { order, node } = await place();
  const payout = payoutOrder();
  const first = await startSimulator(order);
  const sent = await node.createPayout(payout);
  expect(sent).toMatchObject({ state: 'sent' });
  await first.stop();
  expect(await isOpen(order.port)).toBe(false);
  const second = await startSimulator(order);
  expect(await node.createPayout(payout)).toEqual(sent);
  await second.stop();
});

test('it tells the app of a payment where the app has said', async () => {
  const heard = Promise.withResolvers<string>();
  const app = createHttpServer((request, response) => {
    heard.resolve(`${request.method} ${request.headers.host}${request.url}`);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(app, 'listening');
  onTestFinished(() => void app.close());
  const { port } = app.address() as AddressInfo;
  const { order, node } = await place();
  const simulator = await startSimulator({ ...order, webhookUrl: `http://127.0.0.1:${port}/hook/` });
  const request = paymentRequestOrder();
  await node.requestPayment(request);
  await visit(order.port, `/payments/${request.id}/missing`, formOf({}));
  expect(await heard.promise).toBe(`POST 127.0.0.1:${port}/hook/`);
  await simulator.stop();
});

test('it ends with its app, also when that is killed, and the next app has its port at once', async () => {
  const { order, node } = await place();
  const app = spawn(process.execPath, [HOLDER, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(createInterface({ input: app.stdout }), 'line');
  const payout = payoutOrder();
  const sent = await node.createPayout(payout);
  const gone = once(app, 'exit');
  app.kill('SIGKILL');
  await gone;
  const next = await startSimulator(order);
  expect(await node.readPayout(payout)).toEqual(sent);
  await next.stop();
  expect(await isOpen(order.port)).toBe(false);
});

// The simulator retries for a while, because a killed app may hold the port for a moment.
test.runIf(isLong)('a taken port is told in a sentence', async () => {
  const { order } = await place();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  await expect(startSimulator({ ...order, port })).rejects.toThrow(
    new RegExp(
      `^Port ${port}, where the simulator of the node would listen, is taken .* set SIMULATOR_PORT to a free one`,
    ),
  );
});
