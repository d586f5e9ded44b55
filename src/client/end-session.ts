import { DEFAULT_LANGUAGE, isLanguage } from '#domain/languages.ts';
import { pageAt, PAGES } from '#domain/paths.ts';
import { signInAddress } from '#domain/return-address.ts';

/** A form that its page can render again with what was typed. */
export const KEPT_FORM = 'form[data-kept]';

const listeners = new Set<() => void>();
const keepers = new Set<() => HTMLFormElement | undefined>();

/** Tells whoever keeps something of the member that the session is over. Gives back how to stop listening. */
export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Names a form that has to survive the end of a session, if there is something in it. Gives back how to forget it. */
export function keepAtSessionEnd(changedForm: () => HTMLFormElement | undefined): () => void {
  keepers.add(changedForm);
  return () => keepers.delete(changedForm);
}

/**
 * Leads to sign-in, and back afterwards. A form that has to be kept goes to its page as a draft, which sends nothing:
 * the page keeps what was typed.
 */
export function endSession(): void {
  for (const listener of listeners) listener();
  const [first, ...rest] = location.pathname.split('/').filter(Boolean);
  const page = pageAt(rest);
  if (page && PAGES[page].audience === 'guest') return;
  const form = findKept();
  if (form) return sendDraft(form);
  const language = isLanguage(first) ? first : DEFAULT_LANGUAGE;
  location.assign(signInAddress(language, { returnTo: location.pathname + location.search, isEnded: true }));
}

/** The form whose words are kept: one that an island has named, or the page's own. */
function findKept(): HTMLFormElement | null | undefined {
  return [...keepers].map((changedForm) => changedForm()).find(Boolean) ?? document.querySelector(KEPT_FORM);
}

function sendDraft(form: HTMLFormElement): void {
  const draft = document.createElement('input');
  Object.assign(draft, { type: 'hidden', name: 'draft', value: '1' });
  form.append(draft);
  form.submit();
}
