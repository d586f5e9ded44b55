import { map, onMount } from 'nanostores';
import type { EventKind } from '#domain/events.ts';

/** How often something of each kind has changed on the server since this page was rendered, as far as it has heard. */
const $changes = map<Partial<Record<EventKind, number>>>({});

onMount($changes, () => {
  const before = document.documentElement.dataset['changed']?.trim().split(' ') ?? [];
  for (const kind of before as EventKind[]) if (!$changes.get()[kind]) count(kind);
  // For as long as the page stands; a second time is once.
  document.addEventListener('changed', hear);
});

/**
 * Asks again when something of these kinds has changed, or had before. Never twice at once: what happens meanwhile is
 * asked for once more afterwards. Gives back how to stop.
 */
export function onChanges(kinds: readonly EventKind[], refresh: () => Promise<unknown> | void): () => void {
  let seen = 0;
  let isAsking = false;
  let isGone = false;
  const total = () => kinds.reduce((sum, kind) => sum + ($changes.get()[kind] ?? 0), 0);
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    while (!isGone && total() > seen) {
      // Kinds that come together are one change.
      await Promise.resolve();
      seen = total();
      try {
        await refresh();
      } catch (error) {
        reportError(error);
      }
    }
    isAsking = false;
  };
  const stop = $changes.subscribe(() => void ask());
  return () => {
    isGone = true;
    stop();
  };
}

/** The page script follows events by itself, but for who saves data only when asked. A second time changes nothing. */
export function followChanges(): void {
  document.dispatchEvent(new Event('follow'));
}

function hear(event: Event): void {
  count((event as CustomEvent<EventKind>).detail);
}

function count(kind: EventKind): void {
  $changes.setKey(kind, ($changes.get()[kind] ?? 0) + 1);
}
