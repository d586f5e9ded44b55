import { addLink } from './add-link.ts';

/**
 * Brings the rules for what a script draws. Nothing is to be drawn before they are there. The page itself says which are
 * on their way, because its scripts share nothing else.
 */
export function bringSheet(address: string): Promise<void> {
  const known = document.head.querySelector<HTMLLinkElement>(`link[rel=stylesheet][href="${address}"]`);
  const link = known ?? addLink('stylesheet', address);
  return new Promise((resolve, reject) => {
    if (link.sheet) return resolve();
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', (event) => {
      link.remove();
      reject(event);
    });
  });
}
