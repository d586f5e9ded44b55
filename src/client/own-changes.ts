import type { EventKind, PageEvent } from '#domain/events.ts';

/** The event stream opens two seconds after the page, so first events come late. */
const PATIENCE_MS = 3_000;

const acting = new Map<PageEvent, number>();
const pendingEvents = new Set<Promise<void>>();

/** The page script announces it: importing its module would add shared island code to every page. */
export function announceChange(kind: EventKind): void {
  document.dispatchEvent(new CustomEvent('act', { detail: kind }));
}

/** Also true while the event of a finished act is missing. */
export function isChangingHere(kind: PageEvent): boolean {
  return (acting.get(kind) ?? 0) > 0;
}

export async function ownChangesHeard(): Promise<void> {
  while (pendingEvents.size > 0) await Promise.all(pendingEvents);
}

/** Runs an act. Its event, or this page after a timeout, refreshes views. The event may precede the response. */
export async function changeHere<Answer>(
  kind: EventKind,
  act: () => Promise<Answer>,
  hasChanged: (answer: Answer) => boolean,
): Promise<Answer> {
  let hear = () => {};
  const heard = new Promise<void>((resolve) => (hear = resolve));
  const listen = (event: Event) => (event as CustomEvent<EventKind>).detail === kind && hear();
  document.addEventListener('changed', listen);
  acting.set(kind, (acting.get(kind) ?? 0) + 1);
  const end = () => {
    document.removeEventListener('changed', listen);
    acting.set(kind, (acting.get(kind) ?? 1) - 1);
  };
  const answer = await act();
  if (!hasChanged(answer)) end();
  else {
    const timer = setTimeout(() => announceChange(kind), PATIENCE_MS);
    const isHeard = heard.then(() => {
      clearTimeout(timer);
      end();
      pendingEvents.delete(isHeard);
    });
    pendingEvents.add(isHeard);
  }
  return answer;
}
