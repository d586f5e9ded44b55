/** Spellings of a path that one parser reads as this path and another as a different one. */
export function spellingsOf(path: string, origin: string): string[] {
  const last = path.replace(/\/$/, '');
  const between = ['//', '/./', '/x/../', '/%2e/', '/x/%2E%2E/', '%2f', '%2F', '%252f', '%5c', '\\', '/;/', '/..;/'];
  const before = [
    '/',
    '//',
    '/.',
    '/x/..',
    '/%2e',
    '/x/%2e%2e',
    '/%2E%2e/%2e%2E',
    '/;',
    '/;x=1',
    '/\\',
    '/%00',
    '/%20',
  ];
  const unshed = ['/_astro/..', '/icons/../', '/healthz/..', '/readyz/%2e%2e', '/_astro/', '/healthz', '/healthz;'];
  const after = [
    '//',
    '/.',
    '/..',
    '/./',
    '/%2e',
    '/%2E%2E',
    ';',
    ';x=1',
    '/;',
    '%00',
    '%2f',
    '%3b',
    '\\',
    '%5C',
    '%0a',
    '.',
    '..',
  ];
  return [
    ...before.map((text) => text + path),
    ...unshed.map((text) => text + path),
    ...after.map((text) => path + text),
    ...after.map((text) => last + text),
    ...between.map((text) => last.replaceAll(/(?!^)\//g, () => text)).filter((made) => made !== last),
    ...between.map((text) => text + path.slice(1)),
    hexed(path, 1),
    hexed(path, 1).toUpperCase(),
    hexed(path, path.length),
    hexed(path, path.length).toUpperCase(),
    hexed(path, path.length).replaceAll('%', '%25'),
    path.toUpperCase(),
    path.replace(/[a-z]/, (letter) => letter.toUpperCase()),
    path.replace(/[a-z]/, (letter) => encodeURIComponent(String.fromCodePoint(letter.charCodeAt(0) + 0xfee0))),
    origin + path,
    `${origin}/${path}`,
    origin.toUpperCase() + path,
    `//${new URL(origin).host}${path}`,
    `${path}#`,
    `/#${path}`,
    `?${path}`,
    `*${path}`,
    path.slice(1),
  ].filter((made) => made !== path && made !== last);
}

function hexed(path: string, count: number): string {
  let left = count;
  return path.replaceAll(/[a-z]/g, (letter) => (left-- > 0 ? `%${letter.charCodeAt(0).toString(16)}` : letter));
}
