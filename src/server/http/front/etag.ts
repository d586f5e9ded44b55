import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from '#server/api/request-info.ts';

export function strongEtag(bytes: Buffer): string {
  return `"${hashOf(bytes)}"`;
}

export function weakEtag(...content: string[]): string {
  return `W/"${hashOf(content.join('\0'))}"`;
}

function hashOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}

/** Accepts `*` or a list. Compares weakly, because proxies add `W/` (RFC 9110, 13.1.2). */
export function isKnownBy(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch?.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  const etags: readonly string[] = ifNoneMatch?.match(/"[^"]*"/g) ?? [];
  return etags.includes(opaque);
}

export const answerNotModified: MiddlewareHandler<HttpEnv> = async (context, next) => {
  await next();
  const { res } = context;
  const etag = res.headers.get('etag');
  const isFull = res.status === 200 || res.status === 206;
  if (!etag || !isFull || !isKnownBy(context.req.header('if-none-match'), etag)) return;
  const headers = new Headers(res.headers);
  for (const name of ['content-length', 'content-range', 'content-encoding']) headers.delete(name);
  await res.body?.cancel();
  context.res = undefined;
  context.res = new Response(null, { status: 304, headers });
};
