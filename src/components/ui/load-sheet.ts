const sheets = new Map<string, Promise<void>>();

/** Resolves when the stylesheet has loaded or failed. */
export function loadSheet(href: string): Promise<void> {
  const loading = sheets.get(href);
  if (loading) return loading;
  const loaded = new Promise<void>((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
  sheets.set(href, loaded);
  return loaded;
}
