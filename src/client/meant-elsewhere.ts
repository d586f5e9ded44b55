/** True for clicks that open a new tab or window. */
export function isMeantElsewhere(event: MouseEvent): boolean {
  return Boolean(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}
