import type { EventKind, PageEvent } from '#domain/events.ts';

/** The stream of events opens two seconds after the page, so the event of an early act comes later. */
const PATIENCE_MS = 3_000;

const acting = new Map<PageEvent, number>();
const unanswered = new Map<Promise<unknown>, PageEvent>();
const unheard = new Set<Promise<void>>();

/** Has the page script say it: a module that both import would bring what islands share to every page. */
export function announceChange(kind: EventKind): void {
  document.dispatchEvent(new CustomEvent('act', { detail: kind }));
}

/** Whether this page is changing things of this kind, or waits for the event about it. */
export function isChangingHere(kind: PageEvent): boolean {
  return (acting.get(kind) ?? 0) > 0;
}

/** Resolves once every act of this page on these kinds has its answer, or none comes. */
export async function ownActsAnswered(kinds: readonly PageEvent[]): Promise<void> {
  await Promise.allSettled([...unanswered].filter(([, kind]) => kinds.includes(kind)).map(([answer]) => answer));
}

/** Resolves once every act of this page has been heard of. */
export async function ownChangesHeard(): Promise<void> {
  while (unheard.size > 0) await Promise.all(unheard);
}

/**
 * Does what changes things of this kind. The event about it refreshes what shows them, so acts refresh nothing
 * themselves; where no event comes, the page announces it. The event may come before the answer.
 */
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
  const asked = act();
  unanswered.set(asked, kind);
  const answer = await asked.finally(() => unanswered.delete(asked));
  if (!hasChanged(answer)) end();
  else {
    const timer = setTimeout(() => announceChange(kind), PATIENCE_MS);
    const isHeard = heard.then(() => {
      clearTimeout(timer);
      end();
      unheard.delete(isHeard);
    });
    unheard.add(isHeard);
  }
  return answer;
}
