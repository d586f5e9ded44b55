import { isMeantElsewhere } from '../meant-elsewhere.ts';

/** Marks the page as waiting for the next one; the style sheet shows the spinner when that takes long. */
export function watchNavigation(): void {
  document.addEventListener('click', mind);
  document.addEventListener('submit', mind);
  addEventListener('keydown', ({ key }) => key === 'Escape' && setLoading(false));
  addEventListener('pageshow', () => setLoading(false));
}

function setLoading(isLoading: boolean): void {
  document.documentElement.toggleAttribute('data-loading', isLoading);
}

function mind(event: Event): void {
  const link = (event.target as Element).closest('a');
  if (event.type === 'submit') setLoading(!event.defaultPrevented);
  else if (link && leadsAway(link, event as MouseEvent)) setLoading(true);
}

function leadsAway(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (event.defaultPrevented || isMeantElsewhere(event)) return false;
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return false;
  const isSamePage = link.pathname === location.pathname && link.search === location.search;
  return !(isSamePage && link.hash);
}
