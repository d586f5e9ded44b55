import type { SyntheticEvent } from 'react';

/** For `onClose` of a dialog: React lets that event rise, so a question that closes over a sheet would close the sheet. */
export function closedItself(onClose: () => void) {
  return ({ target, currentTarget }: SyntheticEvent) => {
    if (target === currentTarget) onClose();
  };
}
