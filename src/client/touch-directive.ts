import type { ClientDirective } from 'astro';
import { isMeantElsewhere } from './meant-elsewhere.ts';
import { isSlow } from './page/fetch-ahead.ts';

const TOUCHES = ['pointerdown', 'focusin', 'keydown'] as const;
/** These come without a touch when a program fills in and submits. */
const ACTS = ['click', 'submit'] as const;

/** After this time the plain link or form handles the press. */
const LONGEST_HOLD_MS = 4_000;

/** Page-wide islands wait for the touched one: hydrating two at once, React would handle events in neither. */
let touchedIsland: Promise<unknown> = Promise.resolve();
const delay = () => new Promise((resolve) => setTimeout(resolve, LONGEST_HOLD_MS));

/**
 * Hydrates on touch, on the named kinds of events and on popstate. A press during loading is replayed once.
 * Astro retries a failed module once, then the plain form stays. Offline it waits: a submit would lose typed text.
 */
const touch: ClientDirective = (load, { value }, island) => {
  const reasons = String(value).split(' ');
  const file = island.getAttribute('component-url')!;
  const isOfPage = reasons.includes('page');
  const place = isOfPage ? document : island;
  const isAsleep = () => island.matches('[ssr]');
  let hasStarted = false;
  const start = (touched?: Event) => {
    if (hasStarted) return;
    hasStarted = true;
    const replayEvents = deferEvents(island, touched);
    // On a slow line the plain page is there before modules that this tab hasn't loaded yet.
    const holdMs = isSlow && !sessionStorage[file] ? 0 : LONGEST_HOLD_MS;
    const loadAndHydrate = async () => {
      setTimeout(() => navigator.onLine && isAsleep() && replayEvents(HAS_PLAIN_WAY), holdMs);
      void fetch(document.documentElement.dataset['texts']!).catch(() => {});
      const hydrate = await load();
      await hydrate();
      if (!navigator.onLine && isAsleep()) return addEventListener('online', loadAndHydrate, { once: true });
      sessionStorage[file] = '1';
      hydrateNow(island);
      replayEvents();
    };
    if (isOfPage) void touchedIsland.then(loadAndHydrate, loadAndHydrate);
    else touchedIsland = Promise.race([loadAndHydrate(), delay()]);
  };
  const startOnEvent = (event: Event) => {
    if (reasons.includes((event as CustomEvent<string>).detail)) start();
  };
  for (const event of TOUCHES) place.addEventListener(event, start);
  for (const event of ACTS) island.addEventListener(event, start, true);
  document.addEventListener('changed', startOnEvent);
  // Back to a state that the island put into the address on an earlier visit.
  addEventListener('popstate', start);
  if (place.querySelector(':focus')) start();
};

export default touch;

const PRESSED = 'button, [data-in-place] a, a[data-in-place]';
const NATIVE = '[popovertarget]';
const HAS_PLAIN_WAY = `${NATIVE}, a, form, form button:not([type=button])`;

/** Holds back the last press inside, until it is released: the returned function lets pass what matches. */
function deferEvents(island: HTMLElement, first?: Event): (passing?: string) => void {
  let passing = NATIVE;
  let held: HTMLElement | undefined;
  let act = () => {};
  const hold = (event: Event) => {
    const target = event.target as Element;
    const pressed = event.type === 'click' ? target.closest<HTMLElement>(PRESSED) : (target as HTMLFormElement);
    if (!pressed || pressed.matches(passing) || isMeantElsewhere(event as MouseEvent)) return;
    event.preventDefault();
    event.stopPropagation();
    held = pressed;
    act = () =>
      event.type === 'click'
        ? pressed.click()
        : (pressed as HTMLFormElement).requestSubmit((event as SubmitEvent).submitter);
  };
  for (const kind of ACTS) island.addEventListener(kind, hold, true);
  if (first?.type === 'click' || first?.type === 'submit') hold(first);
  return (released = '*') => {
    passing = released;
    if (!held?.matches(released)) return;
    held = undefined;
    act();
  };
}

/** React hydrates when idle, but at once on a user event. */
function hydrateNow(island: HTMLElement): void {
  island.firstElementChild?.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }));
}
