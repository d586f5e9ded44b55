import { connect, type Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Log } from '#server/base/log.ts';
import { visit } from '../../support/app/http.ts';
import { openTestSite } from '../../support/app/site.ts';

const log = vi.fn<Log>();
const env = { MAX_CONNECTIONS: '100', MAX_CONNECTIONS_PER_ADDRESS: '30' };
const { port, running } = await openTestSite({ env, log });
const behindProxy = await openTestSite({ env: { ...env, TRUSTED_PROXY_HOPS: '1' } });

const MINUTE_MS = 60_000;

const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(() => running.connections()).toBeLessThan(5);
});

/** Opens connections that send one request and stay idle. Resolves to the number that the server closed. */
async function openIdle(count: number, from: string, to = port): Promise<number> {
  const opened = Array.from({ length: count }, async () => {
    const socket = connect({ port: to, host: '127.0.0.1', localAddress: from }).on('error', () => {});
    sockets.push(socket);
    socket.write(`GET /healthz HTTP/1.1\r\nHost: localhost:${to}\r\n\r\n`);
    return new Promise<number>((resolve) => {
      socket.on('data', () => resolve(0)).on('close', () => resolve(1));
    });
  });
  return (await Promise.all(opened)).reduce<number>((sum, cut) => sum + cut, 0);
}

const health = () => visit(port, '/healthz', { headers: { connection: 'close' } });
const warnings = () => log.mock.calls.filter(([, event]) => event === 'connections');

// Only Linux lets a program use every address of the loopback network.
const onLinux = test.runIf(process.platform === 'linux');

onLinux('one address may keep so many lines open and no more; it is told in the log once', async () => {
  log.mockClear();
  // The log gets one entry per minute, and an earlier test may have caused one.
  const now = performance.now.bind(performance);
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + MINUTE_MS);
  onTestFinished(() => later.mockRestore());
  expect(await openIdle(50, '127.0.0.2')).toBe(20);
  expect((await health()).status).toBe(200);
  expect(warnings()).toEqual([['warn', 'connections', expect.objectContaining({ max: 100 })]]);
});

onLinux('some addresses together leave places free, and whoever watches over us finds one', async () => {
  for (const last of [2, 3, 4, 5]) await openIdle(30, `127.0.0.${last}`);
  expect(await running.connections()).toBeLessThanOrEqual(94);
  expect((await health()).status).toBe(200);
});

onLinux('many addresses together fill it for a moment only: idle lines are closed soon', async () => {
  for (const last of [2, 3, 4, 5, 6, 7, 8, 9]) await openIdle(30, `127.0.0.${last}`);
  expect(await running.connections()).toBeLessThanOrEqual(100);
  const status = () =>
    health().then(
      (answer) => answer.status,
      () => 'none',
    );
  await expect.poll(status).toBe(200);
});

onLinux('the fuller it is, the sooner an idle line is closed', async () => {
  const keepAlive = async () => (await visit(port, '/healthz')).headers['keep-alive'];
  expect(await keepAlive()).toBe('timeout=65');
  for (const last of [2, 3, 4]) await openIdle(30, `127.0.0.${last}`);
  expect(Number(/\d+/.exec(String(await keepAlive()))?.[0])).toBeLessThan(20);
});

onLinux('lines of a trusted proxy are not counted by its address', async () => {
  expect(await openIdle(80, '127.0.0.2', behindProxy.port)).toBe(0);
});
