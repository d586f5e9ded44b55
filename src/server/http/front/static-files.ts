import { readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from '#server/api/request-info.ts';

const HASHED = 'public, max-age=31536000, immutable';
const OTHERS = 'public, max-age=3600';

export type BuiltFiles = {
  root: string;
  /** Validators of all files by their address. */
  etags: ReadonlyMap<string, string>;
};

/** Reads the folder of built files once, so a page's address costs no look at the disk. */
export function readBuiltFiles(root: string): BuiltFiles {
  return { root, etags: etagsIn(root) };
}

/**
 * The built files, in the compressed copies made by the build. A name with a hash never changes its content. Other
 * names are asked again with their `ETag`.
 */
export function staticFiles({ root, etags }: BuiltFiles): MiddlewareHandler<HttpEnv> {
  const serve = serveStatic<HttpEnv>({ root, precompressed: true });
  return async (context, next) => {
    const { path } = context.env;
    const etag = etags.get(path);
    if (!etag) return next();
    const found = await serve(context, next);
    if (!(found instanceof Response)) return;
    const isHashed = path.startsWith('/_astro/');
    found.headers.set('cache-control', isHashed ? HASHED : OTHERS);
    if (!isHashed) found.headers.set('etag', etag);
    // Nobody asks again for what never changes.
    if (isHashed) found.headers.delete('last-modified');
    // Lies with the built files, stands before every page.
    if (context.req.header('service-worker')) found.headers.set('service-worker-allowed', '/');
    return found;
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
