import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import type { FrontEnv } from './arrival.ts';

const HASHED = 'public, max-age=31536000, immutable';
const OTHERS = 'public, max-age=3600';

/**
 * The built files, in the compressed copies made by the build. A name with a hash never changes its content. The folder
 * is read once: a page's address costs no look at the disk.
 */
export function staticFiles(root: string): MiddlewareHandler<FrontEnv> {
  const serve = serveStatic<FrontEnv>({ root, precompressed: true });
  const files = new Set(namesIn(root));
  return async (context, next) => {
    if (!files.has(context.req.path)) return next();
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

function namesIn(root: string): string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root).length).replaceAll(sep, '/'));
}
