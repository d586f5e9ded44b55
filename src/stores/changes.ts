import { map, onMount } from 'nanostores';
import { isChangingHere, ownActsAnswered, ownChangesHeard } from '#client/own-changes.ts';
import type { PageEvent } from '#domain/events.ts';

/**
 * How often something of each kind has changed on the server since this page was rendered, as far as it has heard.
 * `transactions` is the refresh marker that the specification names `update_1`.
 */
const $changes = map<Partial<Record<PageEvent, number>>>({});

/** How many of them were acts of this page. */
const own = new Map<PageEvent, number>();

const refreshing = new Set<Promise<void>>();

onMount($changes, () => {
  const before = document.documentElement.dataset['changed']?.trim().split(' ') ?? [];
  for (const kind of before as PageEvent[]) if (!$changes.get()[kind]) count(kind);
  // For as long as the page stands; a second time is once.
  document.addEventListener('changed', hear);
});

/** `isOwn`: an act of this page is among what has changed, and has its answer. */
export type Refresh = (what: { isOwn: boolean }) => Promise<unknown> | void;

/**
 * Asks again when something of these kinds has changed, or had before. Never twice at once: what happens meanwhile is
 * asked for once more afterwards. Gives back how to stop.
 */
export function onChanges(kinds: readonly PageEvent[], refresh: Refresh): () => void {
  let seen = 0;
  let ownSeen = 0;
  let isAsking = false;
  let isGone = false;
  const total = () => kinds.reduce((sum, kind) => sum + ($changes.get()[kind] ?? 0), 0);
  const ownTotal = () => kinds.reduce((sum, kind) => sum + (own.get(kind) ?? 0), 0);
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    while (!isGone && total() > seen) {
      // Kinds that come together are one change. An act shows its own answer before what it changed is asked for.
      await Promise.resolve();
      await ownActsAnswered(kinds);
      const isOwn = ownTotal() > ownSeen;
      seen = total();
      ownSeen = ownTotal();
      try {
        await refresh({ isOwn });
      } catch (error) {
        reportError(error);
      }
    }
    isAsking = false;
  };
  const stop = $changes.subscribe(() => {
    const asked = ask().finally(() => refreshing.delete(asked));
    refreshing.add(asked);
  });
  return () => {
    isGone = true;
    stop();
  };
}

/** Resolves once all acts of this page are shown. */
export async function ownChangesShown(): Promise<void> {
  await ownChangesHeard();
  await Promise.all(refreshing);
}

/** The page script follows events by itself, but for who saves data only when asked. A second time changes nothing. */
export function followChanges(): void {
  document.dispatchEvent(new Event('follow'));
}

function hear(event: Event): void {
  count((event as CustomEvent<PageEvent>).detail);
}

function count(kind: PageEvent): void {
  if (isChangingHere(kind)) own.set(kind, (own.get(kind) ?? 0) + 1);
  $changes.setKey(kind, ($changes.get()[kind] ?? 0) + 1);
}
