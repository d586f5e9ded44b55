/** Removes `done` from the address, so that a reload doesn't repeat the message. */
export function forgetDoneMessage(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has('done')) return;
  address.searchParams.delete('done');
  history.replaceState(history.state, '', address);
}
