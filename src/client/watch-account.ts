import { PAGE_OWNER } from '#domain/page-owner.ts';
import { hideAccountNotice, showAccountNotice } from './account-notice.ts';

/** Asks who is signed in each time a reader comes back to the page; `address` is a call that needs a session. */
export function watchAccount(address: string): void {
  const look = () => void askWhoIsSignedIn(address);
  document.addEventListener('visibilitychange', () => document.hidden || look());
  addEventListener('pageshow', ({ persisted }) => persisted && look());
}

async function askWhoIsSignedIn(address: string): Promise<void> {
  const { lang, dataset } = document.documentElement;
  const headers = { 'accept-language': lang, [PAGE_OWNER]: dataset['owner'] ?? '' };
  const answer = await fetch(address, { headers }).catch(() => undefined);
  if (answer?.status === 401) showAccountNotice();
  if (answer?.status === 409) showAccountNotice(((await answer.json()) as { detail: string }).detail);
  if (!answer?.ok) return;
  hideAccountNotice();
  document.dispatchEvent(new Event('signed-in'));
}
