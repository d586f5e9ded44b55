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

/** What a page may load and run: our files, and inline what the build has written. */
export function pagePolicy({ scripts, styles }: InlineHashes): string {
  const sources = (hashes: readonly string[]) => ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ');
  return [...DIRECTIVES, `script-src ${sources(scripts)}`, `style-src ${sources(styles)}`].join(';');
}
