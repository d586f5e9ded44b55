import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import type { FrontEnv } from './arrival.ts';

const HASHED = 'public, max-age=31536000, immutable';
const OTHERS = 'public, max-age=3600';

/** The built files, in the compressed copies made by the build. A name with a hash never changes its content. */
export function staticFiles(root: string): MiddlewareHandler<FrontEnv> {
  const serve = serveStatic<FrontEnv>({ root, precompressed: true });
  return async (context, next) => {
    const found = await serve(context, next);
    if (!(found instanceof Response)) return;
    const isHashed = context.req.path.startsWith('/_astro/');
    found.headers.set('cache-control', isHashed ? HASHED : OTHERS);
    // Nobody asks again for what never changes.
    if (isHashed) found.headers.delete('last-modified');
    // Lies with the built files, stands before every page.
    if (context.req.header('service-worker')) found.headers.set('service-worker-allowed', '/');
    return found;
  };
}
