/** Has the browser fetch a file, as what it is to become of this page or of later ones. */
export function addLink(rel: 'stylesheet' | 'prefetch' | 'modulepreload', href: string): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel, href });
  document.head.append(link);
  return link;
}
