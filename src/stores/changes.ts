import { map, onMount } from 'nanostores';
import { isChangingHere, ownChangesHeard } from '#client/own-changes.ts';
import type { PageEvent } from '#domain/events.ts';

/** Changes per kind since the page was rendered. `transactions` is `update_1` of the specification. */
const $changes = map<Partial<Record<PageEvent, number>>>({});

/** Those caused by acts of this page. */
const ownChanges = new Map<PageEvent, number>();

const refreshing = new Set<Promise<void>>();

onMount($changes, () => {
  const before = document.documentElement.dataset['changed']?.trim().split(' ') ?? [];
  for (const kind of before as PageEvent[]) if (!$changes.get()[kind]) count(kind);
  // Stays for the life of the page; adding it twice has no effect.
  document.addEventListener('changed', countEvent);
});

/** `isOwn`: includes an act of this page, whose response may still be on its way. */
export type Refresh = (what: { isOwn: boolean }) => Promise<unknown> | void;

/** Changes of these kinds so far; what is read later includes them. */
export function countChanges(kinds: readonly PageEvent[]): number {
  return kinds.reduce((sum, kind) => sum + ($changes.get()[kind] ?? 0), 0);
}

/** Refreshes after changes of these kinds past `handledCount`, never twice at once. Returns an unsubscribe function. */
export function onChanges(kinds: readonly PageEvent[], refresh: Refresh, handledCount = 0): () => void {
  let ownHandledCount = 0;
  let isRefreshing = false;
  let isStopped = false;
  const ownTotal = () => kinds.reduce((sum, kind) => sum + (ownChanges.get(kind) ?? 0), 0);
  const refreshAll = async () => {
    if (isRefreshing) return;
    isRefreshing = true;
    while (!isStopped && countChanges(kinds) > handledCount) {
      // Changes that arrive together are one.
      await Promise.resolve();
      const isOwn = ownTotal() > ownHandledCount;
      handledCount = countChanges(kinds);
      ownHandledCount = ownTotal();
      try {
        await refresh({ isOwn });
      } catch (error) {
        reportError(error);
      }
    }
    isRefreshing = false;
  };
  const stop = $changes.subscribe(() => {
    const run = refreshAll().finally(() => refreshing.delete(run));
    refreshing.add(run);
  });
  return () => {
    isStopped = true;
    stop();
  };
}

export async function ownChangesShown(): Promise<void> {
  await ownChangesHeard();
  await Promise.all(refreshing);
}

/** The page script follows events, but when saving data only on this request. */
export function followChanges(): void {
  document.dispatchEvent(new Event('follow'));
}

function countEvent(event: Event): void {
  count((event as CustomEvent<PageEvent>).detail);
}

function count(kind: PageEvent): void {
  if (isChangingHere(kind)) ownChanges.set(kind, (ownChanges.get(kind) ?? 0) + 1);
  $changes.setKey(kind, ($changes.get()[kind] ?? 0) + 1);
}
