/** A success message is said once: reloading the page or coming back to it does not say it again. */
export function forgetDoneMessage(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has('done')) return;
  address.searchParams.delete('done');
  history.replaceState(history.state, '', address);
}
