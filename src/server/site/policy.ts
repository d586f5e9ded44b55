import { createHash } from 'node:crypto';
import { SPECULATION } from '#domain/speculation.ts';

/** The hashes of what stands in pages themselves, as a policy writes them. */
export type InlineHashes = { scripts: readonly string[]; styles: readonly string[] };

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

const SPECULATION_HASH = `sha256-${createHash('sha256').update(SPECULATION).digest('base64')}`;

/** What a page may load and run: our files, and inline what the build has written. */
export function pagePolicy({ scripts, styles }: InlineHashes): string {
  const sources = (hashes: readonly string[]) => ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ');
  return [...DIRECTIVES, `script-src ${sources([...scripts, SPECULATION_HASH])}`, `style-src ${sources(styles)}`].join(
    ';',
  );
}
