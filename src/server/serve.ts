import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import { type FrontEnv, visitorAddress } from './site/arrival.ts';

const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
};

/** The http server around the front. The caller listens and stops. */
export function createHttpServer(front: Hono<FrontEnv>, { trustedProxyHops }: { trustedProxyHops: number }): Server {
  const listener = getRequestListener(
    (request, env) => {
      const { incoming, outgoing } = env as HttpBindings;
      return front.fetch(request, {
        incoming,
        outgoing,
        address: visitorAddress(incoming, trustedProxyHops),
        requestId: randomUUID(),
        startedAt: performance.now(),
      });
    },
    { overrideGlobalObjects: false },
  );
  return createServer(LIMITS, listener);
}
