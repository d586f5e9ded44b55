/** Removes what is for this time only: a success message and the sealed form that the page has restored. */
export function cleanAddress(): void {
  const address = new URL(location.href);
  for (const word of ['done', 'kept']) {
    if (!address.searchParams.has(word)) continue;
    address.searchParams.delete(word);
    history.replaceState(history.state, '', address);
  }
}
