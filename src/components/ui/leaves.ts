import type { FocusEvent } from 'react';

/** For `onBlur`: whether the focus has gone to something outside. It may also have gone nowhere, with what had it. */
export function leaves({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return relatedTarget !== null && !currentTarget.contains(relatedTarget);
}
