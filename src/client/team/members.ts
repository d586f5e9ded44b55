import { fetchPart } from '#client/fetch-part.ts';
import { takeAsked, TYPING_MS } from './ask-early.ts';
import { addressOf, fillForm, isChanged, showErrors } from './filter-form.ts';
import { narrowRows } from './narrow-rows.ts';
import { appendRows, replaceRows } from './rows.ts';

/**
 * Makes the list of members answer at once. The page draws the rows, whoever asks for them: here they are only
 * fetched and put in their place. The address always says what is shown.
 */
type How = { history: 'push' | 'replace' | 'none'; isMore?: boolean; request?: XMLHttpRequest | undefined };

const section = document.getElementById('members')!;
const main = section.closest('main')!;
const form = section.querySelector('form')!;
const broken = section.querySelector<HTMLElement>('[data-broken]')!;
const list = () => section.querySelector<HTMLElement>('[data-list]')!;

let pending = new AbortController();
let timer: ReturnType<typeof setTimeout> | undefined;
/** Keys typed one after another are one step back. */
let isTyping = false;

form.addEventListener('input', ({ target }) => {
  const { type } = target as HTMLInputElement;
  const isText = ['search', 'text', 'date'].includes(type);
  later(() => showForm(isText), isText ? TYPING_MS : 0);
});
form.addEventListener('submit', (event) => {
  if (!broken.hidden) return;
  event.preventDefault();
  later(() => showForm(false), 0);
});
main.addEventListener('click', (event) => {
  const link = (event.target as Element).closest('a');
  if (!link || !broken.hidden || !isOfList(link) || isMeantElsewhere(event)) return;
  event.preventDefault();
  const address = new URL(link.href);
  const isInside = section.contains(link);
  later(async () => {
    fillForm(form, address);
    await show(address, { history: 'push', isMore: link.matches('[data-more]') });
    if (!isInside) section.focus();
  }, 0);
});
addEventListener('popstate', followAddress);

const askedBefore = takeAsked(addressOf(form));
if (location.search !== list().dataset['list']) followAddress();
else if (isChanged(form)) void showForm(true, askedBefore);

/** Only the newest wish counts. */
function later(act: () => Promise<void>, waitMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void act(), waitMs);
}

async function showForm(isText: boolean, request?: XMLHttpRequest): Promise<void> {
  await show(addressOf(form), { history: isText && isTyping ? 'replace' : 'push', request });
  isTyping = isText;
}

function followAddress(): void {
  if (location.search === list().dataset['list']) return;
  const address = new URL(location.href);
  fillForm(form, address);
  later(() => show(address, { history: 'none' }), 0);
}

async function show(address: URL, { history: step, isMore, request }: How): Promise<void> {
  pending.abort();
  const { signal } = (pending = new AbortController());
  isTyping = false;
  address.hash = '';
  list().setAttribute('aria-busy', 'true');
  const drawn = await fetchPart('members', address, signal, request);
  if (drawn === 'elsewhere') return location.assign(address);
  broken.hidden = drawn !== 'broken';
  if (drawn === 'broken') narrowRows(list(), '');
  else {
    place(drawn, isMore);
    if (step === 'push' && address.href !== location.href) history.pushState(null, '', address);
    if (step === 'replace') history.replaceState(null, '', address);
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]')) link.search = address.search;
    announce();
  }
  list().removeAttribute('aria-busy');
}

function place(drawn: HTMLElement, isMore = false): void {
  const next = drawn.querySelector<HTMLElement>('[data-list]')!;
  if (isMore) appendRows(list(), next);
  else replaceRows(list(), next);
  showErrors(form, drawn);
}

function announce(): void {
  const live = document.getElementById('live');
  const said = list().querySelector('[data-summary], .empty b');
  if (live && said) live.textContent = said.textContent;
}

function isOfList({ origin, pathname, hash }: HTMLAnchorElement): boolean {
  return origin === location.origin && pathname === location.pathname && hash === '#members';
}

function isMeantElsewhere({ defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
}
