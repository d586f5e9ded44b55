import { bringSheet } from '#client/bring-sheet.ts';
import sheet from '../../styles/combobox.css?url';
import type { Wish } from './open-combobox.ts';

/**
 * Stands before the selects until Tom Select has come, at the first touch of one of them. What happens meanwhile is
 * kept for it: no native list opens, nothing is chosen by a key, letters are what is searched for. Comes at the first
 * touch of its page.
 */
const SELECT = 'select[data-select]';
const OPENING = /^(Arrow|Enter|Home|End|Page)/;

const wishes = new Map<HTMLSelectElement, Wish>();

for (const touch of ['mousedown', 'keydown', 'focusin'] as const) document.addEventListener(touch, keep, true);
keepFocused();

/** Somebody was faster than this script: below the pointer the list was meant, otherwise the field. */
function keepFocused(): void {
  const { activeElement } = document;
  const wish = wishOf(activeElement);
  if (wish) wish.isOpened = Boolean(activeElement?.matches(':hover'));
}

function keep(event: Event): void {
  const wish = wishOf(event.target);
  if (!wish) return;
  if (event instanceof KeyboardEvent) keepKey(event, wish);
  if (event.type !== 'mousedown') return;
  event.preventDefault();
  wish.isOpened = true;
  (event.target as HTMLElement).closest<HTMLElement>(SELECT)?.focus();
}

function keepKey(event: KeyboardEvent, wish: Wish): void {
  const { key, ctrlKey, metaKey } = event;
  const isLetter = key.length === 1;
  if (ctrlKey || metaKey || !(isLetter || OPENING.test(key))) return;
  event.preventDefault();
  wish.isOpened = true;
  if (isLetter) wish.typed += key;
}

/** What is wished of the select that was touched, if it was one. The first wish sends for Tom Select. */
function wishOf(target: EventTarget | null): Wish | undefined {
  const select = target instanceof Element && target.closest<HTMLSelectElement>(SELECT);
  if (!select) return undefined;
  const wish = wishes.get(select) ?? { typed: '', isOpened: false };
  if (!wishes.has(select)) void replace(select, wish);
  wishes.set(select, wish);
  return wish;
}

async function replace(select: HTMLSelectElement, wish: Wish): Promise<void> {
  try {
    const [{ openCombobox }] = await Promise.all([import('./open-combobox.ts'), bringSheet(sheet)]);
    openCombobox(select, { ...wish, typed: wish.typed.trimStart() });
  } finally {
    // Drawn anew or, where Tom Select did not come, native for good: either way it is no longer ours to stand before.
    delete select.dataset['select'];
    wishes.delete(select);
  }
}
