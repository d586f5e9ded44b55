/**
 * Says on the page that its account is not the one signed in any more. Without words the session has ended. The button
 * opens the page again, with what was typed where the page keeps it.
 */
export function showAccountNotice(words?: string): void {
  const notice = document.querySelector<HTMLElement>('#account-notice');
  const [text, button] = [notice?.querySelector('p'), notice?.querySelector('button')];
  // The next page is on its way.
  if (!notice || !text || !button || document.documentElement.hasAttribute('data-loading')) return;
  text.textContent = words || (notice.dataset['ended'] ?? '');
  button.onclick = () => button.form || location.reload();
  notice.hidden = false;
}

export function hideAccountNotice(): void {
  document.querySelector('#account-notice')?.setAttribute('hidden', '');
}
