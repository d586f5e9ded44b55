/** Has the browser fetch a file in its own time. */
export function fetchAhead(rel: 'modulepreload' | 'prefetch', href: string): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel, href });
  document.head.append(link);
  return link;
}

/** Not in every browser, and not in TypeScript's list of what there is. */
type Connection = { saveData?: boolean; effectiveType?: string };

const { saveData: savesData, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {};

/** `savesData`: the reader asks for nothing beyond what they see. */
export { savesData };

export const isSlow = /[23]g/.test(effectiveType);
