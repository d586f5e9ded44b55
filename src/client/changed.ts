import type { PageEvent } from '#domain/events.ts';

/** Sends an event and sets `data-changed`, for islands hydrated later. They share no modules with the page script. */
export function dispatchChange(kind: PageEvent): void {
  const { dataset } = document.documentElement;
  dataset['changed'] = `${dataset['changed'] ?? ''} ${kind}`;
  document.dispatchEvent(new CustomEvent('changed', { detail: kind }));
}
