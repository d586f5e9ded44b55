import { $appLoading } from '#stores/app-loading.ts';

/** Marks the page as waiting for the next one; the style sheet shows the spinner when that takes long. */
export function watchNavigation(): void {
  $appLoading.subscribe((isLoading) => document.documentElement.toggleAttribute('data-loading', isLoading));
  document.addEventListener('click', mind);
  document.addEventListener('submit', mind);
  // Somebody was faster than this script.
  document.addEventListener('pressed', (event) => mind((event as CustomEvent<Event>).detail));
  addEventListener('keydown', ({ key }) => key === 'Escape' && $appLoading.set(false));
  addEventListener('pageshow', () => $appLoading.set(false));
}

function mind(event: Event): void {
  const link = (event.target as Element).closest('a');
  if (event.type === 'submit') $appLoading.set(!event.defaultPrevented);
  else if (link && leadsAway(link, event as MouseEvent)) $appLoading.set(true);
}

function leadsAway(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return false;
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return false;
  const isSamePage = link.pathname === location.pathname && link.search === location.search;
  return !(isSamePage && link.hash);
}
