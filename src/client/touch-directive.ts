import type { ClientDirective } from 'astro';

const TOUCHES = ['pointerdown', 'focusin', 'keydown', 'wake'] as const;
const ACTS = ['click', 'submit'] as const;

/** Whoever pressed a button waits no longer than this for the island; then the plain form does it. */
const LONGEST_HOLD_MS = 4_000;

/**
 * `client:touch`: an island sleeps until the first pointer, focus or key inside it, or until a page script wakes it. Its modules are fetched while nothing
 * else is to do. What is pressed while it wakes is done once, afterwards. Astro asks for a module that did not come once
 * more; if it does not come then either, the island stays the plain form that it is.
 */
const touch: ClientDirective = (load, _options, island) => {
  const wake = async () => {
    for (const event of TOUCHES) island.removeEventListener(event, wake);
    const letGo = holdActs(island);
    setTimeout(letGo, LONGEST_HOLD_MS);
    try {
      const hydrate = await load();
      await hydrate();
    } finally {
      letGo();
    }
  };
  for (const event of TOUCHES) island.addEventListener(event, wake, { passive: true });
  if (island.contains(document.activeElement)) void wake();
  else whenIdle(() => fetchModules(island));
};

export default touch;

/** Keeps the last press of a button inside back. Gives back how to let it go. */
function holdActs(island: HTMLElement): () => void {
  let act: (() => void) | undefined;
  const hold = (event: Event) => {
    const target = event.target as Element;
    const pressed = event.type === 'click' ? target.closest('button') : (target as HTMLFormElement);
    if (!pressed) return;
    event.preventDefault();
    event.stopPropagation();
    const { submitter } = event as SubmitEvent;
    act = () => (pressed instanceof HTMLFormElement ? pressed.requestSubmit(submitter) : pressed.click());
  };
  for (const kind of ACTS) island.addEventListener(kind, hold, true);
  return () => {
    for (const kind of ACTS) island.removeEventListener(kind, hold, true);
    act?.();
    act = undefined;
  };
}

/** Not in every browser, and not in TypeScript's list of what there is. */
type Connection = { saveData?: boolean; effectiveType?: string };

/** Not for readers who save data or whose line is slow: to them the modules come with the touch. */
function fetchModules(island: HTMLElement): void {
  const { connection } = navigator as { connection?: Connection };
  if (connection?.saveData || /[23]g/.test(connection?.effectiveType ?? '')) return;
  for (const module of ['component-url', 'renderer-url']) {
    const href = island.getAttribute(module) ?? '';
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}

function whenIdle(act: () => void): void {
  const begin = () => ('requestIdleCallback' in window ? requestIdleCallback(act) : setTimeout(act, 1));
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
}
