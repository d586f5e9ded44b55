import { fetchPart } from '#client/fetch-part.ts';
import { dressTree, moveIn } from './tree.ts';

/**
 * Makes the structure a tree to be walked by keys. A step in or out is fetched and put in the card's place; the address
 * always says what is shown.
 */
let card = document.getElementById('structure')!;
let pending = new AbortController();
const main = card.closest('main')!;

dressTree(card);
main.addEventListener('keydown', moveIn);
main.addEventListener('click', (event) => {
  const link = (event.target as Element).closest('a');
  if (!link || !card.contains(link) || isMeantElsewhere(event)) return;
  event.preventDefault();
  void show(new URL(link.href), true);
});
addEventListener('popstate', followAddress);
followAddress();

function followAddress(): void {
  if (location.search !== card.dataset['at']) void show(new URL(location.href), false);
}

async function show(address: URL, isStep: boolean): Promise<void> {
  pending.abort();
  pending = new AbortController();
  card.setAttribute('aria-busy', 'true');
  const drawn = await fetchPart('structure', address, pending.signal);
  if (typeof drawn === 'string') return location.assign(address);
  const hasFocus = card.contains(document.activeElement);
  card.replaceWith(drawn);
  card = drawn;
  const top = dressTree(card);
  if (isStep) history.pushState(null, '', address);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]')) link.search = address.search;
  if (hasFocus) (top ?? card).focus();
  const said = card.querySelector('[aria-current], [data-summary]');
  document.getElementById('live')?.replaceChildren(said?.textContent ?? '');
}

function isMeantElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
}
