import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { systemClock } from '#server/base/clock.ts';
import { readConfig } from '#server/base/config.ts';
import type { Transport } from '#server/http/calls/transport.ts';
import type { Log } from '#server/base/log.ts';
import { createHttpServer } from '#server/http/front/server.ts';
import { createHandler } from '#server/http/handler.ts';
import { pageCache } from '#server/http/pages/page-cache.ts';
import { freePort } from '../free-port.ts';
import { silentLog } from './silent-log.ts';

/** Opens the HTTP front (without pages) before an API for one test. Resolves to its port. */
export async function openFrontOf(
  transport: Transport,
  env: NodeJS.ProcessEnv = {},
  log: Log = silentLog,
): Promise<number> {
  const port = await freePort();
  const config = readConfig({ PORT: String(port), ...env });
  const countView = () => {};
  const front = createHandler({
    config,
    clock: systemClock,
    log,
    transport,
    countView,
    pages: pageCache(config, countView, silentLog, systemClock),
    render: () => Promise.reject(new Error('no pages here')),
    files: undefined,
    mailboxDb: undefined,
    isReady: () => Promise.resolve(true),
  });
  return listenForTest(createHttpServer(front.fetch, { trustedProxyHops: 0 }), port);
}

export async function listenForTest(server: ReturnType<typeof createHttpServer>, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
