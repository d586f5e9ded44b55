import { fetchPart } from '#client/fetch-part.ts';

/** Something that the server works on: where it stands, and what a page shows of it. */
type Following<Thing> = {
  /** The part of the page that shows it. */
  part: string;
  shownOf(thing: Thing): string;
  changed?(): void;
};

const EVERY_MS = 4_000;
const SLOWEST_MS = 64_000;
const HOUR_MS = 3_600_000;

/**
 * Asks how it stands, while somebody looks at the page and for an hour at most. What is new is said and the part that
 * shows it drawn anew.
 */
export async function follow<Thing extends { state: string }>(following: Following<Thing>): Promise<void> {
  for (let waitMs = EVERY_MS; performance.now() < HOUR_MS;) {
    await someTime(waitMs);
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

async function ask<Thing extends { state: string }>(
  { part, shownOf, changed }: Following<Thing>,
  { address = '', shown, words = '' }: DOMStringMap,
): Promise<Answer> {
  const answer = await fetch(address).catch(() => undefined);
  if (answer?.status === 401 || answer?.status === 404) return 'over';
  if (!answer?.ok) return 'broken';
  const thing = (await answer.json()) as Thing;
  if (shownOf(thing) === shown) return 'told';
  changed?.();
  return drawAnew(part, (JSON.parse(words) as Record<string, string>)[thing.state]);
}

async function drawAnew(part: string, words = ''): Promise<Answer> {
  const drawn = await fetchPart(part, new URL(location.href));
  if (typeof drawn === 'string') return drawn === 'broken' ? 'broken' : 'over';
  // Somebody is on their way to another page.
  if (document.documentElement.hasAttribute('data-loading')) return 'told';
  for (const script of drawn.querySelectorAll('script')) script.remove();
  const here = document.getElementById(part)!;
  const focused = document.activeElement;
  const isInside = here !== focused && here.contains(focused);
  here.replaceChildren(...drawn.childNodes);
  if (isInside && focused) (sameAs(focused, here) ?? here).focus({ preventScroll: true });
  document.getElementById('live')?.replaceChildren(words);
  return 'told';
}

function sameAs({ localName, id, textContent }: Element, here: HTMLElement): HTMLElement | undefined {
  return [...here.querySelectorAll<HTMLElement>(localName)].find(
    (one) => one.id === id && one.textContent === textContent,
  );
}
