import { useEffect } from 'react';
import { followChanges } from '#stores/changes.ts';

/** Follows events while waiting, even with Save-Data. */
export function useWaiting(isWaiting: boolean): void {
  useEffect(() => {
    if (isWaiting) followChanges();
  }, [isWaiting]);
}
