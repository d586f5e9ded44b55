import { readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from './request-info.ts';

const HASHED = 'public, max-age=31536000, immutable';
const OTHERS = 'public, max-age=3600';

/**
 * The built files, in the compressed copies made by the build. A name with a hash never changes its content. The folder
 * is read once: a page's address costs no look at the disk. Other names are asked again with their `ETag`.
 */
export function staticFiles(root: string): MiddlewareHandler<HttpEnv> {
  const serve = serveStatic<HttpEnv>({ root, precompressed: true });
  const etags = etagsIn(root);
  return async (context, next) => {
    const etag = etags.get(context.req.path);
    if (!etag) return next();
    const found = await serve(context, next);
    if (!(found instanceof Response)) return;
    const isHashed = context.req.path.startsWith('/_astro/');
    found.headers.set('cache-control', isHashed ? HASHED : OTHERS);
    if (!isHashed) found.headers.set('etag', etag);
    // Nobody asks again for what never changes.
    if (isHashed) found.headers.delete('last-modified');
    // Lies with the built files, stands before every page.
    if (context.req.header('service-worker')) found.headers.set('service-worker-allowed', '/');
    const isKnown = !isHashed && context.req.header('if-none-match') === etag;
    return isKnown ? new Response(null, { status: 304, headers: found.headers }) : found;
  };
}

/** The routes of a folder of built files, so that no page is looked for among them. */
export function topLevel(root: string): string[] {
  return readdirSync(root, { withFileTypes: true }).map((entry) => `/${entry.name}${entry.isDirectory() ? '/*' : ''}`);
}

/** By address; a build that changes a file changes its time. */
function etagsIn(root: string): Map<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { size, mtimeMs } = statSync(path);
      const tag = `W/"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
      return [path.slice(join(root).length).replaceAll(sep, '/'), tag];
    }),
  );
}
