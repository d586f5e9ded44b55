import { fetchPart } from '#client/fetch-part.ts';
import type { Transaction } from '#contracts/transactions.ts';
import { shownOf } from '#domain/shown-transaction.ts';
import { transactionsChanged } from '#stores/transactions.ts';

/**
 * Asks how the page's transaction stands, while somebody looks at the page and for an hour at most. What is new is said
 * and the page's content drawn anew.
 */
const EVERY_MS = 4_000;
const SLOWEST_MS = 64_000;
const HOUR_MS = 3_600_000;

void follow();

async function follow(): Promise<void> {
  for (let waitMs = EVERY_MS; performance.now() < HOUR_MS;) {
    await someTime(waitMs);
    const mark = document.getElementById('followed');
    const answer = mark ? await ask(mark.dataset) : 'over';
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

async function ask({ address = '', shown, words = '' }: DOMStringMap): Promise<Answer> {
  const answer = await fetch(address).catch(() => undefined);
  if (answer?.status === 401 || answer?.status === 404) return 'over';
  if (!answer?.ok) return 'broken';
  const transaction = (await answer.json()) as Transaction;
  if (shownOf(transaction) === shown) return 'told';
  transactionsChanged();
  return drawAnew((JSON.parse(words) as Record<string, string>)[transaction.state]);
}

async function drawAnew(words = ''): Promise<Answer> {
  const drawn = await fetchPart('main', new URL(location.href));
  if (typeof drawn === 'string') return drawn === 'broken' ? 'broken' : 'over';
  // Somebody is on their way to another page.
  if (document.documentElement.hasAttribute('data-loading')) return 'told';
  for (const script of drawn.querySelectorAll('script')) script.remove();
  const main = document.getElementById('main')!;
  const focused = document.activeElement;
  const isInside = main !== focused && main.contains(focused);
  main.replaceChildren(...drawn.childNodes);
  if (isInside && focused) (sameAs(focused, main) ?? main).focus({ preventScroll: true });
  document.getElementById('live')?.replaceChildren(words);
  return 'told';
}

function sameAs({ localName, id, textContent }: Element, main: HTMLElement): HTMLElement | undefined {
  return [...main.querySelectorAll<HTMLElement>(localName)].find(
    (one) => one.id === id && one.textContent === textContent,
  );
}
