import type { PageEvent } from '#domain/events.ts';

/**
 * Says on the page that something of this kind has changed: to whoever listens, awake or asleep, and on the root element
 * for whoever wakes later. The page script and the islands are built apart and share no module, only the document.
 */
export function sayChanged(kind: PageEvent): void {
  const { dataset } = document.documentElement;
  dataset['changed'] = `${dataset['changed'] ?? ''} ${kind}`;
  document.dispatchEvent(new CustomEvent('changed', { detail: kind }));
}
