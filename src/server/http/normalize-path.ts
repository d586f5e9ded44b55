/**
 * The request with its path written in the one plain way, so that guards and router can't read it differently.
 * Nothing for a path that hides a slash, a dot segment or a control character, or can't be read.
 */
export function plainPath(request: Request): Request | undefined {
  const url = new URL(request.url);
  const segments: string[] = [];
  for (const part of url.pathname.split('/').filter(Boolean)) {
    const segment = decode(part);
    if (segment === undefined || /[/\\%\p{Cc}]/u.test(segment) || /^\.{1,2}$/.test(segment)) return undefined;
    segments.push(encodeURIComponent(segment));
  }
  const plain = `/${segments.join('/')}${endOf(segments.at(-1) ?? '')}`;
  return plain === url.pathname ? request : new Request(new URL(plain + url.search, url), request);
}

/** Astro's router takes `.html` off the end of a path, guards don't; with a slash after it nobody does. */
function endOf(last: string): '/' | '' {
  return last.endsWith('.html') ? '/' : '';
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
