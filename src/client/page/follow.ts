import { fetchPart } from '#client/fetch-part.ts';

/** Something that the server works on: where it stands, and what a page shows of it. */
type Following<Thing> = {
  shownOf(thing: Thing): string;
  /** What is said of a change; without it the word of the page for the new state. */
  sayOf?(thing: Thing, mark: DOMStringMap): Promise<string>;
  changed?(): void;
};

const EVERY_MS = 4_000;
const SLOWEST_MS = 64_000;
const HOUR_MS = 3_600_000;

/**
 * Asks how it stands, while somebody looks at the page and for an hour at most. What is new is said, and the parts that
 * show it, whose ids the page tells, drawn anew.
 */
export async function follow<Thing>(following: Following<Thing>): Promise<void> {
  // Some of the first wait may be over before this has come.
  await someTime(EVERY_MS - performance.now());
  for (let waitMs = EVERY_MS; performance.now() < HOUR_MS; await someTime(waitMs)) {
    const mark = document.getElementById('followed');
    const answer = mark ? await ask(following, mark.dataset) : 'over';
    if (answer === 'over') return;
    waitMs = answer === 'broken' ? Math.min(waitMs * 2, SLOWEST_MS) : EVERY_MS;
  }
}

async function someTime(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  if (!document.hidden) return;
  await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
}

type Answer = 'told' | 'broken' | 'over';

async function ask<Thing>({ shownOf, sayOf = wordOf, changed }: Following<Thing>, mark: DOMStringMap): Promise<Answer> {
  const { address = '', shown, parts = '' } = mark;
  const answer = await fetch(address).catch(() => undefined);
  if (answer?.status === 401 || answer?.status === 404) return 'over';
  if (!answer?.ok) return 'broken';
  const thing = (await answer.json()) as Thing;
  // A question that stands open is answered first.
  if (shownOf(thing) === shown || document.querySelector('dialog[open]')) return 'told';
  changed?.();
  return drawAnew(parts.split(' '), await sayOf(thing, mark));
}

async function wordOf(thing: unknown, { words = '' }: DOMStringMap): Promise<string> {
  return (JSON.parse(words) as Record<string, string>)[(thing as { state: string }).state] ?? '';
}

async function drawAnew(parts: string[], words: string): Promise<Answer> {
  const drawn = await fetchPart('main', new URL(location.href));
  if (typeof drawn === 'string') return drawn === 'broken' ? 'broken' : 'over';
  // Somebody is on their way to another page.
  if (document.documentElement.hasAttribute('data-loading')) return 'told';
  for (const script of drawn.querySelectorAll('script')) script.remove();
  for (const part of parts) putInPlace(part, drawn);
  document.getElementById('live')?.replaceChildren(words);
  return 'told';
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
