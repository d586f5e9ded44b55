import { DEFAULT_LANGUAGE, isLanguage } from '#domain/languages.ts';
import { pageAt, PAGES } from '#domain/paths.ts';
import { signInAddress } from '#domain/return-address.ts';

export const KEPT_FORM = 'form[data-kept]';

const listeners = new Set<() => void>();
const keepers = new Set<() => HTMLFormElement | undefined>();

export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `changedForm` returns a form that must survive the end of the session, if it has content. */
export function keepAtSessionEnd(changedForm: () => HTMLFormElement | undefined): () => void {
  keepers.add(changedForm);
  return () => keepers.delete(changedForm);
}

/** Redirects to sign-in and back. A form to keep is posted as a draft, which only saves the typed values. */
export function endSession(): void {
  for (const listener of listeners) listener();
  const [first, ...rest] = location.pathname.split('/').filter(Boolean);
  const page = pageAt(rest);
  if (page && PAGES[page].audience === 'guest') return;
  const form = findFormToKeep();
  if (form) return sendDraft(form);
  const language = isLanguage(first) ? first : DEFAULT_LANGUAGE;
  location.assign(signInAddress(language, { returnTo: location.pathname + location.search, isEnded: true }));
}

function findFormToKeep(): HTMLFormElement | null | undefined {
  return [...keepers].map((changedForm) => changedForm()).find(Boolean) ?? document.querySelector(KEPT_FORM);
}

function sendDraft(form: HTMLFormElement): void {
  const draft = document.createElement('input');
  Object.assign(draft, { type: 'hidden', name: 'draft', value: '1' });
  form.append(draft);
  form.submit();
}
