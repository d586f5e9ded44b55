import { useEffect, useRef } from 'react';
import type { PageEvent } from '#domain/events.ts';
import { onChanges, type Refresh } from '#stores/changes.ts';

/** Refreshes after changes, also those before hydration but `seen` ones (`countChanges`); never twice at once. */
export function useChanges(kinds: readonly PageEvent[], refresh: Refresh, seen = 0): void {
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });
  const names = kinds.join(' ');
  const seenFirst = useRef(seen);
  useEffect(
    () => onChanges(names.split(' ') as PageEvent[], (change) => latest.current(change), seenFirst.current),
    [names],
  );
}
