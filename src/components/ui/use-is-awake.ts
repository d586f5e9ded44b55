import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether a script runs this: false as the server renders it and while the island hydrates. */
export function useIsAwake(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
