import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { SPECULATION } from '#domain/speculation.ts';
import type { FrontEnv } from './arrival.ts';

const DIRECTIVES = [
  "default-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "img-src 'self' data:",
  "worker-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types atrium offline',
];

/** As a policy writes them. */
export type BuiltHashes = { scripts: readonly string[]; styles: readonly string[] };

/**
 * Gives the pages their policy: they load and run our files, and inline what the build has written and they say.
 * `built` are the hashes of what the build writes into pages.
 */
export function pagePolicies(built: BuiltHashes): MiddlewareHandler<FrontEnv> {
  const speculation = hashOf(SPECULATION);
  return async (context, next) => {
    await next();
    const inline = context.get('inline');
    if (!inline) return;
    const scriptSources = sources([speculation, ...built.scripts, ...inline.scripts.map(hashOf)]);
    const styleSources = sources([...built.styles, ...inline.styles.map(hashOf)]);
    const policy = [...DIRECTIVES, `script-src ${scriptSources}`, `style-src ${styleSources}`].join(';');
    context.res.headers.set('content-security-policy', policy);
  };
}

function sources(hashes: readonly string[]): string {
  return ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ');
}

const MOST_KNOWN = 200;
const known = new Map<string, string>();

/** Pages of one kind carry the same style, and all of them the same script. */
function hashOf(text: string): string {
  const before = known.get(text);
  if (before) return before;
  const hash = digestOf(text);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, hash);
  return hash;
}

function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
