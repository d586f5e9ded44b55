import { savesData } from './fetch-ahead.ts';
import type { EventKind } from '#domain/events.ts';
import { dispatchChange } from '#client/changed.ts';
import { isMeantElsewhere } from '#client/meant-elsewhere.ts';
import { followEvents } from '#client/events.ts';
import { cleanAddress } from './clean-address.ts';
import { fetchIslands } from './fetch-islands.ts';
import { narrowTeam } from './narrow-team.ts';
import { fetchSheets } from './fetch-sheets.ts';

/** Fast navigation opens no stream. */
const FOLLOW_AFTER_MS = 2_000;

/** Runs on all pages but the public ones. `narrowTeam` is here, as its own script would cost a request. */
cleanAddress();
restoreScroll();
watchNavigation();
narrowTeam();
fetchSheets();
fetchIslands();
if (document.querySelector('.app') && !savesData) setTimeout(followEvents, FOLLOW_AFTER_MS);
// Sent by pages that wait for something: they follow events even when saving data.
document.addEventListener('follow', followEvents);
// Another tab may have signed in another account.
document.addEventListener('visibilitychange', () => document.hidden || dispatchChange('session'));
// Before hydration the press is held like any other.
addEventListener('keydown', (event) => {
  if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  document.getElementById('find')?.click();
});
document.addEventListener('act', (event) => dispatchChange((event as CustomEvent<EventKind>).detail));

function watchNavigation(): void {
  document.addEventListener('submit', (event) => {
    setLoading(!event.defaultPrevented);
    // The response clears it too, but offline there is none.
    if ((event.target as Element).matches('[action$=sign-out]')) sessionStorage.clear();
  });
  addEventListener('click', (event) => {
    const target = event.target as Element;
    const link = target.closest('a');
    if (link && leadsAway(link, event)) setLoading(true);
    if (target.closest('.item[lang]')) sessionStorage['y'] = scrollY;
  });
  addEventListener('keydown', ({ key }) => key === 'Escape' && setLoading(false));
  addEventListener('pageshow', () => setLoading(false));
}

/** A page in another language opens at the place that the reader left. */
function restoreScroll(): void {
  if (sessionStorage['y']) scrollTo(0, sessionStorage['y']);
  sessionStorage['y'] = '';
}

function setLoading(isLoading: boolean): void {
  document.documentElement.toggleAttribute('data-loading', isLoading);
  // The drawer would cover the bar.
  if (isLoading) document.querySelector<HTMLElement>('#nav')?.togglePopover?.(false);
}

function leadsAway(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (event.defaultPrevented || isMeantElsewhere(event)) return false;
  if (link.matches('[download],[target]') || link.origin !== location.origin) return false;
  return !link.hash || link.href.split('#')[0] !== location.href.split('#')[0];
}
