/** What a request asks for: a path in its only spelling, and the query with its question mark or empty. */
export type Target = { path: string; search: string };

/** Segments, none of them empty, of what RFC 3986 leaves in a path without `;`, and of brackets, as browsers send them. */
const SPELLED = /^(?:\/(?:[\w.~!$&'()*+,=:@[\]-]|%[\da-f]{2})+)*\/?$/i;

/** Encoded control characters, `%`, `/`, `;`, `\`, and what needs no encoding: letters, digits, `-`, `.`, `_`, `~`. */
const NEEDLESS = /%(?:[01][\da-f]|2[5def]|3[\db]|4[1-9a-f]|5[\dacf]|6[1-9a-f]|7[\daef])/i;

const DOTS = /\/\.{1,2}(?:\/|$)/;

/**
 * Reads the target of a request line. Undefined for a path that two readers could take for two different ones, so a
 * literal word of a route has exactly one spelling. Absolute addresses and `//host` are no paths either.
 */
export function readTarget(target: string): Target | undefined {
  const [path = ''] = target.split('?', 1);
  return isPlain(path) ? { path, search: target.slice(path.length) } : undefined;
}

function isPlain(path: string): boolean {
  if (!path.startsWith('/') || !SPELLED.test(path) || NEEDLESS.test(path) || DOTS.test(path)) return false;
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** The segments of a plain path, decoded. */
export function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean).map(decodeURIComponent);
}
