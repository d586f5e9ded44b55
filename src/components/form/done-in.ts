/** The word by which the address says what has just been done (decision 0070). */
export function doneIn(url: URL): string | undefined {
  return url.searchParams.get('done') ?? undefined;
}
