/** Has the browser fetch a file in its own time. */
export function fetchAhead(rel: 'modulepreload' | 'prefetch', href: string): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel, href });
  document.head.append(link);
  return link;
}
