/** The tree pattern of ARIA: one stop for Tab, arrows from seat to seat, Enter leads in. */

/** Makes the lists of a card a tree. Gives back the item at its top. */
export function dressTree(card: HTMLElement): HTMLElement | undefined {
  const tree = card.querySelector('.tree');
  tree?.setAttribute('role', 'tree');
  for (const list of tree?.querySelectorAll('ul') ?? []) list.setAttribute('role', 'group');
  const items = itemsOf(tree);
  for (const item of items) {
    const seat = item.firstElementChild as HTMLElement;
    item.setAttribute('role', 'treeitem');
    item.setAttribute('aria-label', seat.innerText.replaceAll(/\s+/g, ' '));
    item.tabIndex = -1;
    if (item.querySelector('ul')) item.ariaExpanded = 'true';
    else if (seat.matches('a')) item.ariaExpanded = 'false';
    // Enter on the item does what the link would.
    seat.tabIndex = -1;
  }
  const focused = items.find((item) => item.contains(document.activeElement) && !item.querySelector('ul'));
  const [top] = items;
  const stop = focused ?? top;
  if (stop) stop.tabIndex = 0;
  if (focused) focused.focus();
  return top;
}

export function moveIn(event: KeyboardEvent): void {
  const item = event.target as HTMLElement;
  if (item.role !== 'treeitem' || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const items = itemsOf(item.closest('.tree'));
  const index = items.indexOf(item);
  const next = {
    ArrowDown: items[index + 1],
    ArrowUp: items[index - 1],
    ArrowRight: item.querySelector<HTMLElement>('li'),
    ArrowLeft: item.parentElement?.closest<HTMLElement>('li'),
    Home: items[0],
    End: items.at(-1),
    Enter: item,
  }[event.key];
  if (next === undefined && !event.key.startsWith('Arrow')) return;
  event.preventDefault();
  if (event.key === 'Enter') (item.firstElementChild as HTMLElement).click();
  else if (next) {
    item.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}

function itemsOf(tree: Element | null | undefined): HTMLElement[] {
  return [...(tree?.querySelectorAll('li') ?? [])];
}
