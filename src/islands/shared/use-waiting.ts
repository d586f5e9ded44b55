import { useEffect } from 'react';
import { followChanges } from '#stores/changes.ts';

/** While somebody waits for something on this page its events are followed, even for who saves data. */
export function useWaiting(isWaiting: boolean): void {
  useEffect(() => {
    if (isWaiting) followChanges();
  }, [isWaiting]);
}
