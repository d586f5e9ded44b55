import type { Ref } from 'react';

/** Gives a caller's ref the element that a primitive needs itself as well. */
export function attachTo<Element>(ref: Ref<Element> | undefined, element: Element | null) {
  if (typeof ref === 'function') return ref(element);
  if (ref) ref.current = element;
  return undefined;
}
