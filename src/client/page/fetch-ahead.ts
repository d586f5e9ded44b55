export function fetchAhead(rel: 'modulepreload' | 'prefetch', href: string): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel, href });
  document.head.append(link);
  return link;
}

/** Missing in some browsers and in TypeScript's types. */
type Connection = { saveData?: boolean; effectiveType?: string };

const { saveData: savesData, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {};

export { savesData };

export const isSlow = /[23]g/.test(effectiveType);
