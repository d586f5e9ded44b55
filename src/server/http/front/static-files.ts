import { readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from '#server/api/request-info.ts';

const HASHED = 'public, max-age=31536000, immutable';
const OTHERS = 'public, max-age=3600';

export type BuiltFiles = {
  root: string;
  etags: ReadonlyMap<string, string>;
};

export function readBuiltFiles(root: string): BuiltFiles {
  return { root, etags: etagsIn(root) };
}

export function staticFiles({ root, etags }: BuiltFiles): MiddlewareHandler<HttpEnv> {
  const serve = serveStatic<HttpEnv>({ root, precompressed: true });
  return async (context, next) => {
    const { path } = context.env;
    const etag = etags.get(path);
    if (!etag) return next();
    const response = await serve(context, next);
    if (!(response instanceof Response)) return;
    const isHashed = path.startsWith('/_astro/');
    response.headers.set('cache-control', isHashed ? HASHED : OTHERS);
    if (!isHashed) response.headers.set('etag', etag);
    if (isHashed) response.headers.delete('last-modified');
    // The worker's file is in a subfolder but controls the whole site.
    if (context.req.header('service-worker')) response.headers.set('service-worker-allowed', '/');
    return response;
  };
}

/** Route patterns of the top-level entries, so that pages skip the file lookup. */
export function topLevel(root: string): string[] {
  return readdirSync(root, { withFileTypes: true }).map((entry) => `/${entry.name}${entry.isDirectory() ? '/*' : ''}`);
}

// From size and time: a build that changes a file changes its time.
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
