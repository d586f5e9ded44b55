import type { ClientDirective } from 'astro';
import { isMeantElsewhere } from './meant-elsewhere.ts';

const TOUCHES = ['pointerdown', 'focusin', 'keydown'] as const;
/** These come without a touch when a program fills in and presses for its user. */
const ACTS = ['click', 'submit'] as const;

/** Whoever pressed a button waits no longer than this for the island; then the plain form does it. */
const LONGEST_HOLD_MS = 4_000;

/** What wakes with the page waits for the island that was touched: of two at once, React would answer in neither. */
let touchedOne: Promise<unknown> = Promise.resolve();
const delay = () => new Promise((resolve) => setTimeout(resolve, LONGEST_HOLD_MS));

/**
 * `client:touch`: an island sleeps until the first pointer, focus or key inside it; `client:touch="page"`, until one
 * anywhere. Any other words name kinds of events of the server (`#stores/changes.ts`) that wake it as well, and so does
 * going back to another state of the same page. Its modules are fetched once the page is there
 * (`page/fetch-islands.ts`). What is pressed while it wakes is done once, afterwards. Astro asks for a module that did
 * not come once more; if it does not come then either, the island stays the plain form that it is. Without a line
 * it is asked for once there is one, and what was pressed waits: sent by the page, it would be gone with what was typed.
 */
const touch: ClientDirective = (load, { value }, island) => {
  const reasons = String(value).split(' ');
  const isOfPage = reasons.includes('page');
  const place = isOfPage ? document : island;
  let isWoken = false;
  const wake = (touched?: Event) => {
    if (isWoken) return;
    isWoken = true;
    const letGo = deferEvents(island, touched);
    const come = async () => {
      setTimeout(() => navigator.onLine && letGo(), LONGEST_HOLD_MS);
      void fetch(document.documentElement.dataset['texts']!).catch(() => {});
      const hydrate = await load();
      await hydrate();
      if (!navigator.onLine && island.matches('[ssr]')) return addEventListener('online', come, { once: true });
      hasten(island);
      letGo();
    };
    if (isOfPage) void touchedOne.then(come, come);
    else touchedOne = Promise.race([come(), delay()]);
  };
  const wakeIfMeant = (event: Event) => {
    if (reasons.includes((event as CustomEvent<string>).detail)) wake();
  };
  for (const event of TOUCHES) place.addEventListener(event, wake);
  for (const event of ACTS) island.addEventListener(event, wake, true);
  document.addEventListener('changed', wakeIfMeant);
  // Back to what an island on an earlier visit of this page has put in the address.
  addEventListener('popstate', wake);
  if (place.querySelector(':focus')) wake();
};

export default touch;

/** Buttons that the browser itself knows what to do with. */
const NATIVE = '[popovertarget]';

/** What is pressed inside: a button, or a link that the island answers in place. */
const PRESSED = 'button, [data-in-place] a, a[data-in-place]';

/** Keeps the last press inside back, `first` if it is one. Gives back how to let it go. */
function deferEvents(island: HTMLElement, first?: Event): () => void {
  let act: (() => void) | undefined;
  const hold = (event: Event) => {
    const target = event.target as Element;
    const pressed = event.type === 'click' ? target.closest<HTMLElement>(PRESSED) : (target as HTMLFormElement);
    if (!pressed || pressed.matches(NATIVE) || isMeantElsewhere(event as MouseEvent)) return;
    event.preventDefault();
    event.stopPropagation();
    act = () =>
      event.type === 'click'
        ? pressed.click()
        : (pressed as HTMLFormElement).requestSubmit((event as SubmitEvent).submitter);
  };
  for (const kind of ACTS) island.addEventListener(kind, hold, true);
  if (first?.type === 'click' || first?.type === 'submit') hold(first);
  return () => {
    for (const kind of ACTS) island.removeEventListener(kind, hold, true);
    act?.();
    act = undefined;
  };
}

/** React hydrates when it finds time for it, and at once where somebody is doing something. */
function hasten(island: HTMLElement): void {
  island.firstElementChild?.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }));
}
