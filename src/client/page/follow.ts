import { fetchPart } from '#client/fetch-part.ts';
import { type Asked, poll } from '#client/poll.ts';

/** Something that the server works on: where it stands, and what a page shows of it. */
type Following<Thing> = {
  shownOf(thing: Thing): string;
  /** What is said of a change; without it the word of the page for the new state. */
  sayOf?(thing: Thing, mark: DOMStringMap): Promise<string>;
  changed?(): void;
};

/**
 * Asks how it stands, while somebody looks at the page and for an hour at most. What is new is said, and the parts that
 * show it, whose ids the page tells, drawn anew.
 */
export function follow<Thing>(following: Following<Thing>): Promise<void> {
  return poll(() => {
    const mark = document.getElementById('followed');
    return mark ? ask(following, mark.dataset) : Promise.resolve('over');
  });
}

async function ask<Thing>({ shownOf, sayOf = wordOf, changed }: Following<Thing>, mark: DOMStringMap): Promise<Asked> {
  const { address = '', shown, parts = '' } = mark;
  const answer = await fetch(address).catch(() => undefined);
  if (answer?.status === 401 || answer?.status === 404) return 'over';
  if (!answer?.ok) return 'broken';
  const thing = (await answer.json()) as Thing;
  // A question that stands open is answered first.
  if (shownOf(thing) === shown || document.querySelector('dialog[open]')) return 'answered';
  changed?.();
  return drawAnew(parts.split(' '), await sayOf(thing, mark));
}

async function wordOf(thing: unknown, { words = '' }: DOMStringMap): Promise<string> {
  return (JSON.parse(words) as Record<string, string>)[(thing as { state: string }).state] ?? '';
}

async function drawAnew(parts: string[], words: string): Promise<Asked> {
  const drawn = await fetchPart('main', new URL(location.href));
  if (typeof drawn === 'string') return drawn === 'broken' ? 'broken' : 'over';
  // Somebody is on their way to another page.
  if (document.documentElement.hasAttribute('data-loading')) return 'answered';
  for (const script of drawn.querySelectorAll('script')) script.remove();
  for (const part of parts) putInPlace(part, drawn);
  document.getElementById('live')?.replaceChildren(words);
  return 'answered';
}

/** A part that is no longer drawn goes; of one in which somebody writes only the figures are renewed. */
function putInPlace(id: string, drawn: HTMLElement): void {
  const here = document.getElementById(id);
  const anew = drawn.id === id ? drawn : drawn.querySelector(`#${CSS.escape(id)}`);
  if (!here) return;
  if (isWrittenIn(here)) return void renewIsland(here, anew);
  const focused = document.activeElement;
  const isInside = here !== focused && here.contains(focused);
  const frame = here.closest<HTMLElement>('[tabindex]');
  const opened = [...here.querySelectorAll('details')].map(({ open }) => open);
  anew
    ?.querySelectorAll('details')
    .forEach((details, index) => details.toggleAttribute('open', opened[index] ?? false));
  if (anew) here.className = anew.className;
  if (anew) here.replaceChildren(...anew.childNodes);
  else here.remove();
  if (isInside && focused) (sameAs(focused, here) ?? frame)?.focus({ preventScroll: true });
}

const AWAKE = 'astro-island:not([ssr])';

function isWrittenIn(part: HTMLElement): boolean {
  if (part.querySelector('#followed')) return false;
  return (
    part.matches(`:has(${AWAKE})`) || [...part.querySelectorAll('input')].some((one) => one.value !== one.defaultValue)
  );
}

/** As Astro's router does for islands that outlive a page: drawn with new properties, its state kept. */
function renewIsland(here: HTMLElement, anew: Element | null): void {
  const props = anew?.querySelector('astro-island')?.getAttribute('props');
  const island = here.querySelector(AWAKE);
  if (!props || !island) return;
  island.setAttribute('ssr', '');
  island.setAttribute('props', props);
}

function sameAs({ localName, id, textContent }: Element, here: HTMLElement): HTMLElement | undefined {
  return [...here.querySelectorAll<HTMLElement>(localName)].find(
    (one) => one.id === id && one.textContent === textContent,
  );
}
