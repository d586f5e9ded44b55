import { Hono } from 'hono';
import type { HttpEnv } from '#server/api/request-info.ts';

/** `/healthz`: the process runs. `/readyz`: it can serve requests. Both accept any host name. */
export function healthRoutes(isReady: () => Promise<boolean>): Hono<HttpEnv> {
  const health = new Hono<HttpEnv>();
  health.get('/healthz', (context) => context.text('ok', 200, { 'cache-control': 'no-store' }));
  health.get('/readyz', async (context) => {
    const ready = await isReady();
    return context.text(ready ? 'ready' : 'not ready', ready ? 200 : 503, { 'cache-control': 'no-store' });
  });
  return health;
}
