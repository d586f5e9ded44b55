export type Target = { path: string; search: string };

/** Segments of RFC 3986 characters without `;`, plus brackets, as browsers send them; none is empty. */
const SPELLED = /^(?:\/(?:[\w.~!$&'()*+,=:@[\]-]|%[\da-f]{2})+)*\/?$/i;

/** Encoded control characters, `%`, `/`, `;`, `\`, and characters that need no encoding. */
const NEEDLESS = /%(?:[01][\da-f]|2[5def]|3[\db]|4[1-9a-f]|5[\dacf]|6[1-9a-f]|7[\daef])/i;

const DOTS = /\/\.{1,2}(?:\/|$)/;

/** Undefined for absolute addresses, `//host` and ambiguous paths, so that each route has one spelling. */
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

export function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean).map(decodeURIComponent);
}
