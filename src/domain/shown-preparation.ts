/** What a page shows of a file that is being made; when it differs, the page is out of date. */
export function shownOf({ state, rows_done }: { state: string; rows_done: number }): string {
  return `${state} ${rows_done}`;
}
